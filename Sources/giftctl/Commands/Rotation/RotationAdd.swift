import ArgumentParser
import GiftDomain
import GiftPublishing
import GiftStore

/// `giftctl rotation add NAME`.
struct RotationAdd: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Adds a rotation.",
    discussion: """
      For example: giftctl rotation add spring --tz Europe/London --first "2027-03-02 10:00" \
      --every 3w --lineup rose,heart,crown:2 --per-turn 2
      """)

  @OptionGroup var target: RotationArgument

  @Option(
    help: .init(
      "When the first turn begins, in the rotation's zone: \"2027-03-02 10:00\", or \"Tue 10:00\" "
        + "for the next Tuesday.", valueName: "time"))
  var first: String

  @Option(
    help: .init("The time zone of the turns, such as Europe/London.", valueName: "zone"))
  var tz: String

  @Option(
    help: .init("How often a turn begins: 1d, 3w or 2mo.", valueName: "span"),
    transform: SpanArgument.init)
  var every: SpanArgument<CadenceUnit>

  @Option(
    help: .init(
      "The gifts, in the order of their turns; rose:2 pins version 2.",
      valueName: "id[:n],…"), completion: Completion.lineup)
  var lineup: String

  @Option(help: .init("How many gifts each turn has.", valueName: "n"))
  var perTurn = 1

  @Option(
    help: .init(
      "How long the gifts of each turn stay: 12h, 7d or 1w. [default: until the next turn]",
      valueName: "span"),
    transform: SpanArgument.init)
  var stay: SpanArgument<StayUnit>?

  @Option(help: .init("How many turns in all. [default: no end]", valueName: "n"))
  var turns: Int64?

  @Option(time: "When the rotation ends. [default: never]")
  var until: TimeArgument?

  @Flag(
    help: .init(
      "From the first turn on, show its gifts in their turns and in windows alone: standing "
        + "versions go off."))
  var offBetweenTurns = false

  @OptionGroup var editing: EditOptions

  func run() async throws {
    let name = try target.rotation()
    let first = try FirstTurn(first)
    let specs = try lineupSpecs(lineup)
    let cadence = try Cadence(every.count, every.unit)
    let stays = try stay.map { try Stay($0.count, $0.unit) }
    let turnCount = try turns.map(validTurn)
    try await editing.editRotation { store in
      let zone = try await store.rules(ofZone: tz)
      var clock = CommandClock(store, zone: tz)
      let end = try await clock.instant(until)
      let shape = RotationShape(
        zone: zone, first: try await first.time(in: zone, store), cadence: cadence, stay: stays,
        lineup: specs,
        perTurn: perTurn, turnCount: turnCount, until: end)
      let (now, start) = (try await clock.instant(.now), zone.instant(of: shape.first))
      return Proposal(
        [.addRotation(rotation: name, shape: shape)]
          + (offBetweenTurns ? specs : []).map {
            .retire(gift: $0.gift, at: start > now ? start : nil, standingOnly: true)
          })
    }
  }
}

/// The number of a turn.
func validTurn(_ number: Int64) throws(DomainError) -> Int64 {
  try (1...RotationPlan.maxTurn).checked(number, .turn)
}
