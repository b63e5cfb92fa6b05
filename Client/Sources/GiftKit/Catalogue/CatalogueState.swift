import Foundation

/// Which catalogue a client has, and which answers may replace it.
struct CatalogueState: Sendable {
  /// What an answer did.
  enum Outcome: Sendable, Equatable {
    /// A server confirms that the catalogue is current.
    case confirmed
    /// A newer one has replaced it.
    case replaced(from: CatalogueToken?)
    /// One of another history, or an older one that stayed, has replaced it.
    case reset(from: CatalogueToken)
    /// The answer is older than what there is, and was not used.
    case older(CatalogueToken)
    /// The delta does not fit what there is: the whole catalogue is needed.
    case needsWhole
  }

  private(set) var held: HeldCatalogue?
  /// Whether gifts are missing in `held` that were malformed, and perhaps only on the way.
  ///
  /// The whole is asked for until they are there, or malformed again.
  private(set) var isPartial = false
  /// The uptime at which the same gifts were malformed again: by a server that is newer than the
  /// app, or a cache that repeats what was damaged.
  private var malformedAgainAt: TimeInterval?
  /// Whether `held` came by a reset.
  private(set) var isReset = false
  /// Whether `held` is what was known before the start, and no server has confirmed in this one.
  private(set) var isRemembered: Bool
  /// The uptime since which servers have answered with older catalogues only.
  private var olderSince: TimeInterval?

  /// Nothing, or what an earlier run knew.
  init(remembered: HeldCatalogue? = nil, isPartial: Bool = false) {
    held = remembered
    self.isPartial = isPartial
    isRemembered = remembered != nil
  }

  /// Whether no gift is missing that a server has.
  var isComplete: Bool { !isPartial && malformedAgainAt == nil }

  /// The token to ask for changes since; nil: for the whole, also every so many seconds while gifts
  /// are malformed.
  func asked(at uptime: TimeInterval, every seconds: TimeInterval) -> CatalogueToken? {
    if isPartial { return nil }
    if let malformedAgainAt, uptime - malformedAgainAt >= seconds { return nil }
    return held?.token
  }

  /// Takes in an answer, or leaves everything as it is.
  ///
  /// - Parameters:
  ///   - document: the answer's body.
  ///   - asked: the token that the request carried; nil: it asked for the whole catalogue.
  ///   - isMarkedReset: whether the response had `Catalogue-Reset: ?1`.
  ///   - uptime: when the answer came.
  ///   - isFromFallback: whether it came from a second address; an older one then never counts.
  /// - Returns: what it did.
  mutating func apply(
    _ document: CatalogueDocument, asked: CatalogueToken?, isMarkedReset: Bool,
    at uptime: TimeInterval, isFromFallback: Bool = false
  ) -> Outcome {
    switch document {
    case .delta(let delta):
      // Without a gift that was malformed, what is held of it would count as the later one.
      guard delta.faults.count == 0 else { return .needsWhole }
      guard let held, asked == held.token, delta.from == asked else { return .needsWhole }
      let next: HeldCatalogue
      do throws(GiftClientError) {
        next = try held.applying(delta)
      } catch {
        // Whatever is wrong with the changes, the whole catalogue makes it good.
        return .needsWhole
      }
      return next.token == held.token
        ? confirm(next)
        : accept(next, over: held, at: uptime, isFromFallback)
    case .whole(let next):
      guard let held else { return replace(by: next) }
      if next.token == held.token {
        return isComplete ? confirm(held) : complete(next, held, at: uptime)
      }
      let isOfOtherHistory = next.token.history != held.token.history
      if isMarkedReset, asked == held.token, isOfOtherHistory {
        return reset(to: next, from: held)
      }
      return accept(next, over: held, at: uptime, isFromFallback)
    }
  }

  private mutating func accept(
    _ next: HeldCatalogue, over held: HeldCatalogue, at uptime: TimeInterval,
    _ isFromFallback: Bool
  ) -> Outcome {
    // As new, but for another kind of client: it is what this one is now.
    let isOwn = next.token.isAsNew(as: held.token)
    if isOwn || next.token.isNewer(than: held.token) { return replace(by: next) }
    if isFromFallback { return .older(next.token) }
    let since = olderSince ?? uptime
    olderSince = since
    // No server lags that long: what is served is what there is (docs/client-protocol.md). What was
    // remembered may have come from anywhere.
    let limit = isRemembered ? ClientLimits.olderThanRemembered : ClientLimits.older
    return uptime - since < limit ? .older(next.token) : reset(to: next, from: held)
  }

  /// Notes that a server has the state that is held.
  mutating func confirmElsewhere() { olderSince = nil }

  private mutating func confirm(_ next: HeldCatalogue) -> Outcome {
    (held, olderSince, isRemembered) = (next, nil, false)
    return .confirmed
  }

  private mutating func complete(
    _ next: HeldCatalogue, _ held: HeldCatalogue, at uptime: TimeInterval
  ) -> Outcome {
    _ = confirm(next)
    let isAgain = next.faults.count > 0 && next == held
    isPartial = next.faults.count > 0 && !isAgain
    malformedAgainAt = isAgain ? uptime : nil
    return next.gifts == held.gifts ? .confirmed : .replaced(from: held.token)
  }

  private mutating func replace(by next: HeldCatalogue) -> Outcome {
    let before = held?.token
    _ = confirm(next)
    (isReset, isPartial) = (false, next.faults.count > 0)
    if isPartial { malformedAgainAt = nil }
    return .replaced(from: before)
  }

  private mutating func reset(to next: HeldCatalogue, from held: HeldCatalogue) -> Outcome {
    _ = confirm(next)
    (isReset, isPartial, malformedAgainAt) = (true, next.faults.count > 0, nil)
    return .reset(from: held.token)
  }
}
