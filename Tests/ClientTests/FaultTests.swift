import DaemonSupport
import FaultyProxy
import Foundation
import GiftKit
import Support
import Testing

/// What a client shows while the network, the cache on the way and the server misbehave.
///
/// `FAULTS=1000` in the environment tries that many schedules, and `SEED=7` begins with that one.
@Suite(.timeLimit(.minutes(240)))
struct FaultTests {
  private static let lanes = 4

  @Test func `whatever happens on the way, a client shows no wrong byte, and catches up`()
    async throws
  {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["FAULTS"].flatMap { Int($0) } ?? Self.lanes
    let first = environment["SEED"].flatMap { UInt64($0) } ?? 1
    let server = try await TestCluster.shared()
    let sum = try await withThrowingTaskGroup(of: FaultReport.self) { group in
      for lane in 0..<min(count, Self.lanes) {
        group.addTask {
          let churning = try await ChurningCatalogue(in: server)
          var sum = FaultReport()
          for number in stride(from: lane, to: count, by: Self.lanes) {
            var schedule = FaultSchedule(seed: first + UInt64(number), over: churning)
            sum += try await schedule.run()
          }
          await churning.close()
          return sum
        }
      }
      return try await group.reduce(into: FaultReport()) { $0 += $1 }
    }
    print("\(count) schedules: \(sum)")
    #expect(sum.catalogues >= count)
    #expect(sum.animations >= count)
  }
}

/// What a client went through.
struct FaultReport: Sendable, CustomStringConvertible {
  var catalogues = 0
  var animations = 0
  var failures = 0
  var requests = 0
  var faults = 0
  /// The longest time from the end of the faults until the client had what the server had.
  var catchingUp = Duration.zero

  var description: String {
    "\(catalogues) catalogues, \(animations) animations and \(failures) errors from "
      + "\(requests) requests, of which \(faults) went wrong; caught up within \(catchingUp)"
  }

  static func += (sum: inout FaultReport, other: FaultReport) {
    sum.catalogues += other.catalogues
    sum.animations += other.animations
    sum.failures += other.failures
    sum.requests += other.requests
    sum.faults += other.faults
    sum.catchingUp = max(sum.catchingUp, other.catchingUp)
  }
}
