import ArgumentParser
import GiftStore

/// Options of every command that uses the database.
struct GlobalOptions: ParsableArguments {
  @Option(
    help: .init(
      "The database: a libpq connection string; may list several hosts.", valueName: "conninfo"))
  var database: String?

  @Flag(help: .json) var json = false
}

extension ArgumentHelp {
  /// The help of --json.
  static let json = ArgumentHelp(
    "Print JSON with sorted keys, errors included, to standard output.")
}

/// Options of every writing command.
struct EditOptions: ParsableArguments {
  @Flag(help: "Show what would happen, and store nothing.")
  var dryRun = false

  @Option(help: .init("Refuse (exit 3) if the gift was changed after this change.", valueName: "n"))
  var expectChange: Int64?

  @Option(
    help: .init(
      "How long to wait for other edits to finish, before exit 8. [default: 30]",
      valueName: "seconds"))
  var lockWait: Int?

  @Option(
    help: .init(
      "Wait up to \(ServedWait.usual) s until this public address serves the change, else exit 8.",
      valueName: "url"))
  var wait: String?

  @OptionGroup var author: AuthorOptions
  @OptionGroup var global: GlobalOptions

  /// The limits of the store for an edit.
  ///
  /// Throws `CommandError.usage` for an invalid wait, of either kind.
  func limits() throws(CommandError) -> StoreLimits {
    var limits = StoreLimits.standard
    // A wrong address is told before anything is edited.
    if let wait { _ = try ServedAddress(wait) }
    if let lockWait {
      guard (1...3_600).contains(lockWait) else {
        throw .usage("--lock-wait takes a number of seconds from 1 to 3600.")
      }
      limits.lockWait = .seconds(lockWait)
      limits.editDeadline = .seconds(lockWait + 30)
    }
    return limits
  }
}

/// The author and reason of a change.
struct AuthorOptions: ParsableArguments {
  @Option(
    name: .customLong("as"),
    help: .init("Who makes the change. [default: GIFT_ACTOR, then USER]", valueName: "name"))
  var actor: String?

  @Option(
    name: .customShort("m"), help: .init("The reason, for the history.", valueName: "text"))
  var reason: String?
}

/// Options of destructive commands.
struct ConsentOptions: ParsableArguments {
  @Flag(help: "Do not ask for confirmation.")
  var yes = false
}

/// The zone of times without one.
struct ZoneOptions: ParsableArguments {
  @Option(
    help: .init(
      "The time zone of times, such as Europe/Berlin. [default: GIFT_TZ, then the system's]",
      valueName: "zone"))
  var tz: String?
}

/// The moment that a reading command looks at.
struct PointOptions: ParsableArguments {
  @Option(point: "Show it as of this time or change.")
  var at: PointArgument?

  @OptionGroup var zone: ZoneOptions
}

extension PointOptions {
  /// Whether none of the options was given.
  var isNow: Bool { at == nil && zone.tz == nil }

  /// The moment; now by default.
  func moment(_ store: GiftStore) async throws -> Moment {
    guard let at else { return .now }
    var clock = CommandClock(store, zone: zone.tz)
    return try await clock.moment(at)
  }

  /// The catalogue at that moment: all of it, or of its gifts only some.
  func view(_ store: GiftStore, of gifts: ViewedGifts = .all) async throws -> CatalogueView {
    try await store.viewWithWarnings(at: try await moment(store), of: gifts)
  }
}

extension GiftStore {
  /// The catalogue at a moment; warns of parts that are left out.
  func viewWithWarnings(
    at moment: Moment, of gifts: ViewedGifts = .all
  ) async throws(StoreError) -> CatalogueView {
    let view = try await view(at: moment, of: gifts)
    LeftOut.add(view.broken)
    return view
  }
}
