import Foundation

@testable import GiftKit

/// A server, the way to it and a client, at times that a seed chooses; nothing waits.
struct FollowSimulation {
  /// What a gift is from an instant on; nil: off.
  struct Step {
    let from: TimeInterval
    let terms: (version: Int, price: Int)?
  }

  /// What was to be seen at an uptime.
  struct Sight {
    let uptime: TimeInterval
    /// The uptime at which a server wrote what is held.
    let heldOf: TimeInterval
    let shown: [String: Int]
  }

  /// The server's time at the uptime 0, in seconds since 1970.
  static let base = 1_795_258_074.25

  let plans: [String: [Step]]
  private(set) var sights: [Sight] = []
  private(set) var requests = 0

  private var random: SplitMix64
  private var state: FollowState
  private var uptime = 0.0
  private var wake: TimeInterval?
  private var arrivals: [(at: TimeInterval, input: FollowState.Input, writtenAt: TimeInterval)] = []
  private var heldOf = 0.0
  private let cuts: [ClosedRange<TimeInterval>]
  private let hasDates: Bool

  init(seed: UInt64, minutes: Int) {
    var random = SplitMix64(seed: seed)
    let end = Double(minutes) * 60
    plans = Dictionary(
      uniqueKeysWithValues: (1...3).map { number in
        var at = Double.random(in: -100...0, using: &random)
        var steps: [Step] = []
        while at < end {
          let isOff = Int.random(in: 0..<5, using: &random) == 0 && steps.last?.terms != nil
          let version = Int.random(in: 1...3, using: &random)
          let price = Int.random(in: 1...9, using: &random)
          steps.append(Step(from: at, terms: isOff ? nil : (version, price)))
          at += Double.random(in: 1...200, using: &random)
        }
        return ("gift\(number)", steps)
      })
    cuts = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      let from = Double.random(in: 0...end, using: &random)
      return from...(from + Double.random(in: 1...300, using: &random))
    }
    hasDates = Int.random(in: 0..<5, using: &random) > 0
    // A device whose clock is ahead may tell ends early where no response has a date.
    let offset = hasDates ? Double.random(in: -40...40, using: &random) : 0
    state = FollowState(
      query: CatalogueQuery(placement: .gifts), maximumAge: nil, keepsFiles: false,
      isBundled: false,
      schedule: PollSchedule(random: { ($0.lowerBound + $0.upperBound) / 2 }, pace: 1),
      at: FollowState.Moment(
        uptime: 0, wall: Date(timeIntervalSince1970: Self.base + offset)))
    self.random = random
    take(.read(true))
    while uptime < end { step() }
  }

  /// What a gift is at an uptime.
  func step(of gift: String, at uptime: TimeInterval) -> Step? {
    plans[gift]?.last { $0.from <= uptime }
  }

  private mutating func step() {
    let next = min(wake ?? .infinity, arrivals.map(\.at).min() ?? .infinity)
    // Somebody looks in between.
    let look = uptime + Double.random(in: 0.1...20, using: &random)
    uptime = max(uptime, min(next, look))
    if let index = arrivals.firstIndex(where: { $0.at <= uptime }) {
      let arrival = arrivals.remove(at: index)
      if case .answered = arrival.input { heldOf = max(heldOf, arrival.writtenAt) }
      take(arrival.input)
    } else if let wake, wake <= uptime {
      take(.woke)
    }
    guard let shown = state.shown(at: moment) else { return }
    sights.append(
      Sight(
        uptime: uptime, heldOf: heldOf,
        shown: Dictionary(uniqueKeysWithValues: shown.gifts.map { ($0.id.text, $0.price ?? 0) })))
  }

  private var moment: FollowState.Moment {
    FollowState.Moment(uptime: uptime, wall: Date(timeIntervalSince1970: Self.base + uptime))
  }

  private mutating func take(_ input: FollowState.Input) {
    for output in state.handle(input, at: moment) {
      switch output {
      case .wake(let at): wake = at
      case .request: request()
      default: continue
      }
    }
  }

  private mutating func request() {
    requests += 1
    let written = uptime + Double.random(in: 0.01...2, using: &random)
    let received = written + Double.random(in: 0.01...2, using: &random)
    guard !cuts.contains(where: { $0.contains(written) }) else {
      return arrivals.append((received, .failed(.unreachable("a cut")), written))
    }
    do {
      let answer = FollowState.Answer(
        head: ResponseHead(status: 200, fields: hasDates ? ["date": date(at: written)] : [:]),
        document: try document(at: written), sentAt: uptime, receivedAt: received,
        isFromFallback: false)
      arrivals.append((received, .answered(answer), written))
    } catch {
      preconditionFailure("\(error)")
    }
  }

  private func date(at uptime: TimeInterval) -> String {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(secondsFromGMT: 0)
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return format.string(from: Date(timeIntervalSince1970: (Self.base + uptime).rounded(.down)))
  }

  private func document(at uptime: TimeInterval) throws(GiftClientError) -> CatalogueDocument {
    let all = plans.values.flatMap { $0.map(\.from) }
    let boundary = all.filter { $0 <= uptime }.max() ?? -1
    let notices = all.count { $0 > uptime && $0 - 3600 <= uptime }
    let gifts = plans.sorted { $0.key < $1.key }.compactMap { id, steps -> [String: Any]? in
      guard let index = steps.lastIndex(where: { $0.from <= uptime }),
        let terms = steps[index].terms
      else { return nil }
      var members: [String: Any?] = ["price": terms.price]
      if index + 1 < steps.count {
        let end = text(steps[index + 1].from)
        if let next = steps[index + 1].terms {
          members["changes"] = end
          if next.price != terms.price { members["next"] = ["price": next.price, "order": 10] }
        } else {
          members["until"] = end
        }
      }
      return SampleGifts.json(id, members)
    }
    let token = token(1, Int((Self.base + boundary) * 1e6) + notices)
    return try SampleGifts.whole(token, gifts, until: all.filter { $0 > uptime }.min().map(text))
  }

  private func text(_ uptime: TimeInterval) -> String {
    Timestamps.text(Date(timeIntervalSince1970: Self.base + uptime))
  }
}
