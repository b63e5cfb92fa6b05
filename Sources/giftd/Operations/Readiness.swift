import GiftAPI
import GiftDomain
import GiftStore
import Synchronization

/// Whether requests would be answered: as soon as there is something to serve, and until the
/// process is told to stop.
///
/// Neither an unreachable database counts against that, nor one that is newer than this program:
/// otherwise every server would stop when the first one is upgraded.
final class Readiness: Sendable {
  private let api: GiftAPI
  private let probe: GiftStore
  private let phase = Mutex(Phase.starting)

  private enum Phase {
    case starting
    case serving
    case stopping
  }

  /// Asks the database through `probe`, a separate store, so that it answers while those of the
  /// API are busy.
  init(api: GiftAPI, probe: GiftStore) {
    self.api = api
    self.probe = probe
  }

  /// Both ports are open; returns whether the process was not told to stop before that.
  func serve() -> Bool {
    phase.withLock { phase in
      if phase == .starting { phase = .serving }
      return phase == .serving
    }
  }

  /// Not ready from now on: load balancers should send clients elsewhere.
  ///
  /// Returns whether the ports were open.
  func stop() -> Bool {
    phase.withLock { phase in
      defer { phase = .stopping }
      return phase == .serving
    }
  }

  /// Whether they would, and what says more.
  struct State: Encodable {
    let isReady: Bool
    let sentence: String
    /// The newest change that is served; nil before anything is.
    var change: Int64?
    /// The time since the database was last read; nil if it was not.
    var readAgeSeconds: Double?

    private enum CodingKeys: String, CodingKey {
      case isReady = "ready"
      case sentence, change, readAgeSeconds
    }
  }

  /// Whether they would, at this instant.
  func state() async -> State {
    if phase.withLock({ $0 == .stopping }) { return State(isReady: false, sentence: "stopping") }
    do throws(StoreError) {
      try await api.read()
    } catch {
      return State(isReady: false, sentence: error.operatorsSentence)
    }
    let observed = api.observed()
    guard let shown = observed.shown else {
      return State(isReady: false, sentence: "Nothing is served yet.")
    }
    var source = ""
    if let age = observed.fileAge {
      source = " from the snapshot file, as it was \(age.components.seconds) s ago"
    }
    let database = await databaseState(observed)
    let lack = shown.broken.isEmpty ? "" : " Degraded: \(shown.broken.phrase) cannot be read."
    return State(
      isReady: true, sentence: "Change \(shown.change) is served\(source). \(database)\(lack)",
      change: shown.change.value, readAgeSeconds: observed.sinceLastRead.map { $0 / .seconds(1) })
  }

  private func databaseState(_ observed: ServingReport) async -> String {
    do throws(StoreError) {
      let pending = try await probe.pendingMigrations()
      if observed.lacksEdits { return "The database answers, and lacks edits that are served." }
      if let lack = observed.lack {
        return "The standby answers, and has lacked change \(lack.change) of the primary for "
          + "\(lack.lasting.components.seconds) s."
      }
      return pending.isEmpty ? "The database answers." : "The database has no catalogue yet."
    } catch .migratedFurther {
      return "The database answers, and is newer than this program."
    } catch {
      return error.operatorsSentence
    }
  }
}

extension StoreError {
  /// What operators should know, in one sentence.
  fileprivate var operatorsSentence: String {
    switch self {
    case .notMigrated: "The database has no catalogue yet."
    case .unreachable(let reason): "The database cannot be reached: \(reason)."
    default: "The catalogue cannot be read: \(logReason)."
    }
  }
}

extension [BrokenPart] {
  /// The most that are named.
  private static let mostNamed = 10

  /// `gift rose, rotation spring and 3 more`.
  fileprivate var phrase: String {
    let names = prefix(Self.mostNamed).map { part in
      switch part {
      case .gift(let gift): "gift \(gift)"
      case .unnamed(let text): "gift \"\(VisibleText.escaped(text))\""
      case .rotation(let name): "rotation \(name)"
      case .group(let id): id.text
      case .change(let number): "change \(number)"
      case .announcement(let number): "announcement \(number)"
      }
    }
    let more = count - names.count
    return names.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }
}

extension StoreLimits {
  /// Short limits, for asking whether the database is there: at most six seconds in all.
  static var probe: StoreLimits {
    var limits = StoreLimits()
    limits.connections = 1
    limits.poolWait = .seconds(2)
    limits.connectDeadline = .seconds(2)
    limits.callDeadline = .seconds(2)
    return limits
  }
}
