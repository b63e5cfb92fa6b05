import Foundation
import Testing

@testable import GiftKit

/// What a client shows, over random plans, delays and cuts.
struct FollowStateTests {
  /// Seconds for which a gift's end, or its next price, may be told late: a `Date` is rounded down
  /// to the second, and a response is on its way for up to four.
  private static let late = 5.2

  @Test(arguments: 1...40)
  func `a gift is shown while it is live, over its changes, and with its next price`(seed: Int) {
    let simulation = FollowSimulation(seed: UInt64(seed), minutes: 20)
    #expect(simulation.sights.count > 60)
    for sight in simulation.sights {
      for (id, steps) in simulation.plans {
        guard let index = steps.lastIndex(where: { $0.from <= sight.heldOf }),
          let terms = steps[index].terms
        else { continue }
        let price = sight.shown[id]
        let context = "\(id) at \(sight.uptime), held of \(sight.heldOf)"
        let off = steps[index...].first { $0.terms == nil }
        if off.map({ sight.uptime < $0.from }) ?? true { #expect(price != nil, "\(context)") }
        guard index + 1 < steps.count else { continue }
        let next = steps[index + 1]
        if sight.uptime < next.from { #expect(price == terms.price, "\(context)") }
        // What comes after the next change was not known.
        if sight.uptime >= next.from + Self.late {
          #expect(price == next.terms?.price, "\(context)")
        }
      }
    }
  }

  @Test func `a client does not ask more often for its boundaries`() {
    // Half a minute apart, and up to three for each boundary.
    for seed in 1...10 {
      let simulation = FollowSimulation(seed: UInt64(seed), minutes: 20)
      let boundaries = simulation.plans.values.map(\.count).reduce(0, +)
      #expect(simulation.requests < 60 + 4 * boundaries)
    }
  }

  @Test(arguments: [GiftClientError.cancelled, .unreachable("x"), .badResponse("x")])
  func `a request that fails at once is not sent again at once`(error: GiftClientError) {
    let moment = FollowState.Moment(uptime: 0, wall: Date(timeIntervalSince1970: 0))
    var state = FollowState(
      query: CatalogueQuery(placement: .gifts), maximumAge: nil, keepsFiles: false,
      isBundled: false, schedule: PollSchedule(random: { $0.lowerBound }, pace: 1), at: moment)
    _ = state.handle(.read(true), at: moment)
    let outputs = state.handle(.failed(error), at: moment)
    #expect(outputs.allSatisfy { if case .request = $0 { false } else { true } })
  }
}
