import ArgumentParser
import GiftDomain
import GiftStore
import PostgresCluster

/// Shell completions that come from the catalogue.
///
/// A user who presses Tab waits, and wants no message: a database that does not run, is slow or
/// refuses to answer offers nothing, and none is ever created, started or migrated.
enum Completion {
  /// The ids of all gifts, drafts and retired ones too.
  static let gifts = kind { try await ids($0) }

  /// Ids with commas between them, of which the last is being typed.
  static let lineup = CompletionKind.custom { words, _, prefix async in
    let found = await answers(words) { try await ids($0) }
    let head = prefix.lastIndex(of: ",").map { prefix[...$0] } ?? ""
    return found.map { head + $0 }
  }

  /// The categories that gifts have.
  static let categories = kind { store in
    try await store.listing(at: .now).gifts.map(\.definition.category.text)
  }

  /// The tags that gifts have.
  static let tags = kind { store in
    try await store.listing(at: .now).gifts.flatMap { $0.definition.tags.map(\.text) }
  }

  /// The names of the placements.
  static let placements = kind { store in
    try await store.view(at: .now, of: .some([])).groups.placements.keys.map(\.text)
  }

  /// The names of all rotations, those that have ended too.
  static let rotations = kind { store in
    try await store.rotations().rotations.map(\.name.text)
  }

  /// Animations, and folders on the way to them.
  static let animations = CompletionKind.file(extensions: ["json", "lottie", "tgs"])

  /// How long connecting may take, and then reading: together the second that people wait.
  private static let patience = Duration.milliseconds(500)

  private static func ids(_ store: GiftStore) async throws -> [String] {
    try await store.listing(at: .now).gifts.map(\.gift.text)
  }

  private static func kind(
    _ read: @escaping @Sendable (GiftStore) async throws -> [String]
  ) -> CompletionKind {
    .custom { words, _, _ async in await answers(words, read) }
  }

  /// The values that `read` finds in the database that the words or the environment name, each
  /// once, sorted.
  private static func answers(
    _ words: [String], _ read: (GiftStore) async throws -> [String]
  ) async -> [String] {
    // Without an answer, there are no completions.
    guard let database = try? database(words) else { return [] }
    var limits = StoreLimits.standard
    limits.connectDeadline = patience
    limits.callDeadline = patience
    let store = GiftStore(
      conninfo: database, role: .editor, applicationName: Giftctl.name, limits: limits)
    // So it is with a timeout.
    let found = (try? await read(store)) ?? []
    await store.close()
    return Set(found).sorted()
  }

  /// How libpq reaches the database; nil for a private one that does not run.
  private static func database(_ words: [String]) throws -> String? {
    var options = try GlobalOptions.parse([])
    options.database = try named(in: words)
    let tool = Tool()
    switch try tool.choice(options) {
    case .named(let conninfo): return conninfo
    case .privateCluster(let folder):
      let cluster = PostgresCluster(folder: folder, searchPath: tool.environment["PATH"])
      guard case .running = try cluster.status() else { return nil }
      return cluster.conninfo
    }
  }

  /// The value of --database as the shell will hand it in; nil without that option.
  ///
  /// Shells hand in words as they are typed. Throws `CommandError.usage` for one that means
  /// something to the shell.
  private static func named(in words: [String]) throws(CommandError) -> String? {
    guard let index = words.firstIndex(where: { $0.hasPrefix("--database") }) else { return nil }
    var value = words[index].dropFirst("--database=".count)
    if words[index] == "--database" { value = words[(index + 1)...].first?[...] ?? "" }
    var special = "\"'\\$`"
    for (quote, inside) in [("\"", "\"\\$`"), ("'", "'")] where value.hasPrefix(quote) {
      guard value.count > 1, value.hasSuffix(quote) else { break }
      value = value.dropFirst().dropLast()
      special = inside
      break
    }
    guard !value.isEmpty, !value.contains(where: special.contains) else {
      throw .usage("The shell alone knows the value of --database.")
    }
    return String(value)
  }
}
