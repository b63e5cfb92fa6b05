import ArgumentParser
import GiftDomain
import GiftPublishing
import GiftStore

/// `giftctl rotation end NAME`.
struct RotationEnd: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "end",
    abstract: "Ends a rotation, now or at a given time, and frees its gifts for other rotations.")

  @OptionGroup var target: RotationArgument

  @Option(time: "When it ends. [default: now]")
  var at: TimeArgument?

  @OptionGroup var zone: ZoneOptions
  @OptionGroup var consent: ConsentOptions
  @OptionGroup var editing: EditOptions

  func run() async throws {
    let name = try target.rotation()
    try await editing.editRotation { store in
      let (rotation, now) = try await store.rotation(name)
      var clock = CommandClock(store, zone: zone.tz, of: rotation)
      let instant = try await clock.instant(at == .now ? nil : at)
      let ends = rotation.plan.until.map { $0 <= instant ?? now } ?? false
      let commands = [Command.endRotation(rotation: name, at: instant)]
      return Proposal(commands, from: rotation.premise, asking: ends ? nil : consent) { _ in
        "End the rotation \(name) \(instant.map { "at \($0)" } ?? "now")?"
      }
    }
  }
}
