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

  @Option(help: ArgumentHelp("When the first turn begins, by the zone's clock.", valueName: "time"))
  var first: String

  @Option(
    help: ArgumentHelp(
      "The zone on whose clock turns begin, such as Europe/London.", valueName: "zone"))
  var tz: String

  @Option(help: ArgumentHelp("How far apart turns begin: 1d, 3w or 2mo.", valueName: "span"))
  var every: CadenceArgument

  @Option(
    help: ArgumentHelp(
      "The gifts in the order in which they take turns; rose:2 pins version 2.",
      valueName: "id[:n],…"))
  var lineup: String

  @Option(help: ArgumentHelp("How many gifts a turn has.", valueName: "n"))
  var perTurn = 1

  @Option(
    help: ArgumentHelp(
      "How long the gifts of a turn stay: 12h, 7d or 1w. [default: until the next turn]",
      valueName: "span"))
  var stay: StayArgument?

  @Option(help: ArgumentHelp("How many turns there are. [default: no end]", valueName: "n"))
  var turns: Int64?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("When the rotation ends. [default: never]", valueName: "time"),
    transform: TimeArgument.init)
  var until: TimeArgument?

  @OptionGroup var editing: EditOptions
  @OptionGroup var global: GlobalOptions

  func run() async throws {
    let name = try target.rotation()
    let start = try LocalTime(first)
    let wishes = try lineupWishes(lineup)
    let cadence = try every.cadence()
    let stays = try stay?.stay()
    let turnCount = try turns.map(validTurn)
    let outcome = try await editing.commit(.rotation, global) { store in
      let zone = try await store.rules(ofZone: tz)
      var clock = CommandClock(store, zone: tz)
      let end = try await clock.instant(until)
      let shape = RotationShape(
        zone: zone, first: start, cadence: cadence, stay: stays, lineup: wishes,
        perTurn: perTurn, turnCount: turnCount, until: end)
      return [.addRotation(rotation: name, shape: shape)]
    }
    editing.reportRotation(outcome, global.form)
  }
}

/// The number of a turn.
func validTurn(_ number: Int64) throws(DomainError) -> Int64 {
  guard (1...RotationPlan.maxTurn).contains(number) else {
    throw .outOfRange(.turn, value: number, allowed: 1...RotationPlan.maxTurn)
  }
  return number
}
