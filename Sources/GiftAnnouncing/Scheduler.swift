// GiftAnnouncing owns the announcements of boundaries: one tick, and the loop around it. It decides
// nothing about the catalogue, which is a function of rows and time, and must not know how gifts
// are published or served. A scheduler that is late, dead or there twice makes announcements late
// and nothing wrong.

package import GiftDomain
package import GiftStore
package import Logging
import Metrics

/// Announces boundaries as they pass.
package struct Scheduler: Sendable {
  private let store: GiftStore
  private let limits: SchedulerLimits
  private let logger: Logger
  private let heardOf: @Sendable (ChangeNumber) -> Void

  /// A scheduler over a store, which should be opened with the role `scheduler`.
  ///
  /// `heardOf` receives the newest change of the primary while `run` follows it.
  package init(
    store: GiftStore, limits: SchedulerLimits = .standard, logger: Logger,
    heardOf: @escaping @Sendable (ChangeNumber) -> Void = { _ in }
  ) {
    self.store = store
    self.limits = limits
    self.logger = logger
    self.heardOf = heardOf
  }

  /// Announces everything that is due, in as many bounded transactions as it takes.
  ///
  /// `heard` receives each transaction's announcements once committed. Returns the last tick; with
  /// `isDryRun` there is only one.
  package func announce(
    _ plan: inout AnnouncementPlan?, isDryRun: Bool = false,
    heard: (TickOutcome) -> Void = { _ in }
  ) async throws(StoreError) -> TickOutcome {
    while true {
      let (outcome, next) = try await store.tick(plan, limit: limits.batch, isDryRun: isDryRun)
      for number in next.strange where !(plan?.strange.contains(number) ?? false) {
        logger.warning(
          "an announcement is not one that the plans make", metadata: ["number": "\(number)"])
      }
      plan = next
      heard(outcome)
      guard outcome.isMoreDue, !isDryRun, !Task.isCancelled else { return outcome }
    }
  }

  /// Announces until the task is cancelled: at each boundary, after each edit, and at least every
  /// `SchedulerLimits.longestSleep`.
  ///
  /// Each failure is logged once while it lasts, and retried after `SchedulerLimits.retry`, then
  /// after twice that and so on up to `longestSleep`.
  package func run() async {
    // Counters start at zero, so that the first announcement shows as an increase.
    for event in Announcement.Event.allCases { Self.counter(of: event).increment(by: 0) }
    var retry = limits.retry
    var told: String?
    while !Task.isCancelled {
      do throws(StoreError) {
        // Listen first, so that commits from here on wake it.
        let follower = try await store.follower(firstHost: 0)
        do throws(StoreError) {
          guard try await follower.listen() else { throw .standby }
          try await run(follower) {
            retry = limits.retry
            if told != nil { logger.notice("announcements go on") }
            told = nil
          }
        } catch {
          await follower.close()
          throw error
        }
        await follower.close()
      } catch {
        let reason = error.logReason
        if reason != told {
          logger.warning("announcements have to wait", metadata: ["reason": "\(reason)"])
        }
        told = reason
        // Cancelled: then the loop ends.
        try? await Task.sleep(for: retry)
        retry = min(retry * 2, limits.longestSleep)
      }
    }
  }

  private func run(_ follower: CatalogueFollower, succeeded: () -> Void) async throws(StoreError) {
    var plan: AnnouncementPlan?
    while !Task.isCancelled {
      let outcome = try await announce(&plan) { tell($0.announced) }
      succeeded()
      if let plan { heardOf(plan.change) }
      let left = sleep(until: outcome.next, from: outcome.at)
      if try await follower.heard(within: left, isTrusted: false) {
        // Cancelled: then the loop ends.
        try? await Task.sleep(for: min(left, limits.editRest))
      }
    }
  }

  private func sleep(until next: Timestamp?, from now: Timestamp) -> Duration {
    guard let next else { return limits.longestSleep }
    let left = Duration.microseconds(next.microseconds - now.microseconds)
    return min(limits.longestSleep, max(.zero, left))
  }

  /// Logs and counts announcements.
  private func tell(_ records: [AnnouncementRecord]) {
    for record in records {
      let announcement = record.announcement
      Self.counter(of: announcement.event).increment()
      Metrics.Timer(label: "gift_announcement_lateness_seconds")
        .recordMicroseconds(record.latenessMicroseconds)
      var metadata: Logger.Metadata = [
        "number": "\(record.number)", "gift": "\(announcement.gift)",
        "version": "\(announcement.version)", "event": "\(announcement.event.rawValue)",
        "due": "\(announcement.due)",
      ]
      if case .rotation(let name, let turn) = announcement.cause {
        metadata["rotation"] = "\(name)"
        metadata["turn"] = "\(turn)"
      }
      if record.isLate {
        metadata["late-seconds"] = "\(record.latenessMicroseconds / 1_000_000)"
      }
      logger.notice("boundary announced", metadata: metadata)
    }
  }

  private static func counter(of event: Announcement.Event) -> Counter {
    Counter(label: "gift_announcements_total", dimensions: [("event", event.rawValue)])
  }
}

/// The limits of a scheduler: batches and waits.
package struct SchedulerLimits: Hashable, Sendable {
  /// The most announcements in one transaction.
  package var batch = 1_000
  /// The longest sleep, because a notification may be lost.
  package var longestSleep: Duration = .seconds(30)
  /// How long it waits after an edit before it reads all plans, so that further edits are included;
  /// announcements may be late by as much.
  package var editRest: Duration = .milliseconds(250)
  /// The first wait after a failure.
  package var retry: Duration = .seconds(1)

  /// The limits that `giftd` uses.
  package static let standard = SchedulerLimits()

  /// The standard limits, as a start for changes.
  package init() {}
}
