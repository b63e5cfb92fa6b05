import ArgumentParser
import GiftDomain
import GiftStore

/// `giftctl rotation show NAME`.
struct RotationShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows one rotation: its schedule, lineup and next turns.")

  /// How many turns are shown.
  private static let shownTurns = 8

  @OptionGroup var target: RotationArgument
  @OptionGroup var point: PointOptions
  @OptionGroup var global: GlobalOptions

  func run() async throws {
    let name = try target.rotation()
    let (rotation, now) = try await Tool().reading(global) { store in
      let view = try await point.view(store, of: .some([]))
      guard let rotation = view.rotations.first(where: { $0.name == name }) else {
        if view.broken.contains(.rotation(name)) { throw StoreError.broken(.rotation(name)) }
        throw CommandError.rotationNotFound(name)
      }
      return (rotation, view.instant)
    }
    let turns = rotation.comingTurns(from: now, until: nil, limit: Self.shownTurns)
    if global.json {
      return Terminal.printJSON([
        "rotation": rotation.document(at: now), "turns": turns.map(\.document),
      ])
    }
    Terminal.tell("\(name): \(rotation.plan.sentence)")
    Terminal.tell("  status    \(rotation.statusText(at: now))")
    Terminal.tell("  lineup    \(rotation.plan.lineup.places.listed(or: ""))")
    for special in rotation.plan.specialties { Terminal.tell("  special   \(special)") }
    guard !turns.isEmpty else { return Terminal.print("  no coming turns") }
    turnTable(turns).lines(fitting: Terminal.columns.map { $0 - 2 })
      .forEach { Terminal.print("  \($0)") }
  }
}

/// `giftctl rotation list`.
struct RotationList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists all rotations.")

  @OptionGroup var point: PointOptions
  @OptionGroup var global: GlobalOptions

  func run() async throws {
    let view = try await Tool().reading(global) { store in
      try await point.view(store, of: .some([]))
    }
    let (rotations, now) = (view.rotations, view.instant)
    if global.json {
      Terminal.printJSON(["rotations": rotations.map { $0.document(at: now) }])
    } else if rotations.isEmpty {
      Terminal.say("There are no rotations yet.")
    } else {
      var table = Table([("ROTATION", .name), ("SHAPE", .wrapped), ("STATUS", .wrapped)])
      for rotation in rotations {
        table.add([rotation.name.text, rotation.plan.sentence, rotation.statusText(at: now)])
      }
      await Terminal.page(table.lines(fitting: Terminal.columns))
    }
  }
}
