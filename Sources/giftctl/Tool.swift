import FoundationEssentials
import GiftDomain
import GiftPublishing
import GiftStore
import PostgresCluster

#if canImport(Glibc)
  import Glibc
#endif

/// The environment of a command, read from the process once.
struct Tool: Sendable {
  let environment = ProcessInfo.processInfo.environment

  /// The database that the options and the environment name.
  func choice(_ options: GlobalOptions) throws(CommandError) -> DatabaseChoice {
    do {
      return try DatabaseChoice.choose(
        explicit: options.database, environment: environment, isRoot: geteuid() == 0)
    } catch {
      throw .cluster(error)
    }
  }

  /// Runs `body` with the store of that database, then closes it.
  ///
  /// A private database that lacks migrations, because it was only started or is from an older
  /// giftctl, gets them first.
  func withStore<Answer>(
    _ options: GlobalOptions, role: StoreRole = .editor, limits: StoreLimits = .standard,
    _ body: (GiftStore) async throws -> Answer
  ) async throws(CommandError) -> Answer {
    let choice = try choice(options)
    do {
      return try await with(choice, role, limits, migratesPrivate: false, body)
    } catch {
      guard case .privateCluster = choice, role != .owner, error.isNotMigrated else { throw error }
      return try await with(choice, role, limits, migratesPrivate: true, body)
    }
  }

  private func with<Answer>(
    _ choice: DatabaseChoice, _ role: StoreRole, _ limits: StoreLimits, migratesPrivate: Bool,
    _ body: (GiftStore) async throws -> Answer
  ) async throws(CommandError) -> Answer {
    do {
      let store = try await GiftStore.open(
        choice, searchPath: environment["PATH"], role: role, applicationName: "giftctl",
        limits: limits, migratesPrivate: migratesPrivate
      ) { cluster, start in
        guard start != .alreadyRunning else { return }
        Terminal.explain(
          "giftctl: No database is named: using a private one in \(cluster.folder) "
            + (start == .created ? "(new and empty)." : "(just started)."))
      }
      do {
        let answer = try await body(store)
        await store.close()
        return answer
      } catch {
        let found = await (CommandError(error) ?? .unforeseen(error)).suggesting(from: store)
        await store.close()
        throw found
      }
    } catch {
      throw CommandError(error) ?? .unforeseen(error)
    }
  }

  /// The author, reason and conditions of an edit.
  func request(_ verb: Verb, _ options: EditOptions) throws -> EditRequest {
    EditRequest(
      verb: verb, actor: try actor(named: options.author.actor),
      reason: try options.author.reason.map(Remark.init),
      expected: try options.expectChange.map(ChangeNumber.init), isDryRun: options.dryRun)
  }

  /// The author of a change: `name` if given, else GIFT_ACTOR, then USER.
  func actor(named name: String?) throws -> Actor {
    let name = [name, environment["GIFT_ACTOR"], environment["USER"]]
      .compactMap(\.self).first { !$0.isEmpty }
    guard let name = name ?? accountName else { throw CommandError.actorMissing }
    return try Actor(name)
  }

  /// Cron and containers may have no USER; root needs no table of users to have a name.
  private var accountName: String? { geteuid() == 0 ? "root" : nil }
}

extension CommandError {
  fileprivate var isNotMigrated: Bool {
    if case .store(.notMigrated) = self { return true }
    if case .publishing(.store(.notMigrated)) = self { return true }
    return false
  }
}
