/// What was left out of an answer because it was malformed: how many gifts, and why the first.
struct GiftFaults: Sendable, Equatable {
  private(set) var count = 0
  private(set) var first: GiftClientError?

  mutating func note(_ error: GiftClientError) {
    count += 1
    first = first ?? error
  }
}
