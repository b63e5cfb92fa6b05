import ArgumentParser
import GiftStore

/// What every command that talks to the database takes.
struct GlobalOptions: ParsableArguments {
  @Option(
    help: .init(
      "The database: a libpq connection string, also with several hosts.", valueName: "conninfo"))
  var database: String?

  @OptionGroup var form: FormOptions
}

/// How the answer is written.
struct FormOptions: ParsableArguments {
  @Flag(help: "Print JSON with sorted keys, errors included, to standard output.")
  var json = false
}

/// What every writing command takes.
struct EditOptions: ParsableArguments {
  @Flag(help: "Say what would happen, and store nothing.")
  var dryRun = false

  @Option(help: .init("Refuse (exit 3) if the gift was changed after this change.", valueName: "n"))
  var expectChange: Int64?

  @Option(
    help: .init(
      "How long to wait for other edits to end; then exit 8. [default: 30]", valueName: "seconds"))
  var wait: Int?

  @OptionGroup var author: AuthorOptions
  @OptionGroup var global: GlobalOptions

  /// The limits of the store for an edit.
  ///
  /// Throws `CommandError.usage` for a wait that is none.
  func limits() throws(CommandError) -> StoreLimits {
    var limits = StoreLimits.standard
    if let wait {
      guard (1...3_600).contains(wait) else {
        throw .usage("--wait is a number of seconds from 1 to 3600.")
      }
      limits.lockWait = .seconds(wait)
      limits.editDeadline = .seconds(wait + 30)
    }
    return limits
  }
}

/// Who changes something, and why.
struct AuthorOptions: ParsableArguments {
  @Option(
    name: .customLong("as"),
    help: .init("Who makes the change. [default: GIFT_ACTOR, then USER]", valueName: "name"))
  var actor: String?

  @Option(
    name: .customShort("m"), help: .init("Why, for the history: a sentence.", valueName: "text"))
  var reason: String?
}

/// What commands that destroy something take.
struct ConsentOptions: ParsableArguments {
  @Flag(help: "Do not ask.")
  var yes = false
}

/// The zone of times that name none.
struct ZoneOptions: ParsableArguments {
  @Option(
    help: .init(
      "The zone of times, such as Europe/Berlin. [default: GIFT_TZ, then the system's]",
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
  /// Whether nothing of it was given.
  var isNow: Bool { at == nil && zone.tz == nil }

  /// The moment; now unless another was asked for.
  func moment(_ store: GiftStore) async throws -> Moment {
    guard let at else { return .now }
    var clock = CommandClock(store, zone: zone.tz)
    return try await clock.moment(at)
  }

  /// The catalogue at that moment.
  func view(_ store: GiftStore) async throws -> CatalogueView {
    try await store.viewWithWarnings(at: try await moment(store))
  }
}

extension GiftStore {
  /// The catalogue at a moment; warns of what is left out of it.
  func viewWithWarnings(at moment: Moment) async throws(StoreError) -> CatalogueView {
    let view = try await view(at: moment)
    warn(of: view.broken)
    return view
  }
}
