import ArgumentParser
import GiftDomain
import GiftPublishing
import GiftStore

/// `giftctl rotation edit NAME`.
struct RotationChange: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Changes the coming turns of a rotation.",
    discussion: """
      The current turn stays as it is. After a new --every, the next turn keeps its time, and \
      later ones follow from there. A new --lineup continues with the gift that would have come \
      next, or with the first after it that remains.
      """)

  @OptionGroup var target: RotationArgument

  @Option(help: .init("When the next turn begins, in the rotation's zone.", valueName: "time"))
  var first: String?

  @Option(
    help: .init(
      "The time zone of the turns; naming the same zone again adopts its newest rules.",
      valueName: "zone"))
  var tz: String?

  @Option(
    help: .init("How often a turn begins: 1d, 3w or 2mo.", valueName: "span"),
    transform: SpanArgument.init)
  var every: SpanArgument<CadenceUnit>?

  @Option(
    help: .init("The gifts in order; rose:2 pins version 2.", valueName: "id[:n],…"),
    completion: Completion.lineup)
  var lineup: String?

  @Option(help: .init("How many gifts each turn has.", valueName: "n"))
  var perTurn: Int?

  @Option(
    help: .init("How long the gifts of each turn stay: 12h, 7d or 1w.", valueName: "span"),
    transform: SpanArgument.init)
  var stay: SpanArgument<StayUnit>?

  @Flag(help: "Keep the gifts of each turn until the next turn begins.")
  var noStay = false

  @Option(help: .init("The number of the last turn.", valueName: "n"))
  var turns: Int64?

  @Option(time: "When the rotation ends.")
  var until: TimeArgument?

  @Flag(help: "Remove the end, except for a --turns given with it.")
  var open = false

  @Flag(
    help: .init(
      "From now on, show its gifts in their turns and in windows alone: standing versions go "
        + "off."))
  var offBetweenTurns = false

  @OptionGroup var editing: EditOptions

  func run() async throws {
    guard !(noStay && stay != nil), !(open && until != nil) else {
      throw CommandError.usage(
        "Give --stay or --no-stay, and --open or --until, not both.")
    }
    let name = try target.rotation()
    let partial = try patch()
    try await editing.editRotation { store in
      var patch = partial
      var premise = Proposal.Premise.none
      if let tz { patch.zone = try await store.rules(ofZone: tz) }
      if let until {
        // With --tz the rotation takes up what the server knows of the zone.
        let rotation = tz == nil ? try await store.rotation(name).rotation : nil
        premise = rotation?.premise ?? .none
        var clock = CommandClock(store, zone: tz, of: rotation)
        patch.until = .set(try await clock.instant(until))
      }
      var gifts = patch.lineup?.map(\.gift) ?? []
      if offBetweenTurns, patch.lineup == nil {
        let view = try await store.view(at: .now, of: .some([]))
        guard let rotation = view.rotations.first(where: { $0.name == name }) else {
          throw CommandError.rotationNotFound(name)
        }
        premise = .subjects(view.change)
        gifts = rotation.plan.lineup.places.map(\.gift)
      }
      return Proposal(
        [.editRotation(rotation: name, patch: patch)]
          + (offBetweenTurns ? gifts : []).map {
            .retire(gift: $0, at: nil, standingOnly: true)
          }, from: premise)
    }
  }

  /// What needs no database.
  private func patch() throws -> RotationPatch {
    var patch = RotationPatch()
    patch.first = try first.map(LocalTime.init)
    patch.lineup = try lineup.map(lineupSpecs)
    patch.cadence = try every.map { try Cadence($0.count, $0.unit) }
    if let stay { patch.stay = .set(try Stay(stay.count, stay.unit)) }
    if noStay { patch.stay = .unset }
    patch.perTurn = perTurn
    if open {
      patch.lastTurn = .unset
      patch.until = .unset
    }
    if let turns { patch.lastTurn = .set(try validTurn(turns)) }
    return patch
  }
}
