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
  /// Whether `held` lacks what a delta does not repeat, so that the whole is needed.
  private(set) var isPartial: Bool
  /// Whether `held` came by a reset.
  private(set) var isReset = false
  /// The uptime since which servers have answered with older catalogues only.
  private var olderSince: TimeInterval?
  /// The uptime of the latest of these answers.
  private var olderAt: TimeInterval = 0

  init(held: HeldCatalogue? = nil, isPartial: Bool = false) {
    self.held = held
    self.isPartial = isPartial
  }

  /// The token to ask for changes since; nil: for the whole.
  var asked: CatalogueToken? { isPartial ? nil : held?.token }

  /// Takes in an answer, or leaves everything as it is.
  ///
  /// - Parameters:
  ///   - document: the answer's body.
  ///   - asked: the token that the request carried; nil: it asked for the whole catalogue.
  ///   - isMarkedReset: whether the response had `Catalogue-Reset: ?1`.
  ///   - uptime: when the answer came.
  /// - Returns: what it did.
  mutating func apply(
    _ document: CatalogueDocument, asked: CatalogueToken?, isMarkedReset: Bool,
    at uptime: TimeInterval
  ) -> Outcome {
    switch document {
    case .delta(let delta):
      guard let held, asked == held.token, delta.from == asked else { return .needsWhole }
      let next: HeldCatalogue
      do throws(GiftClientError) {
        next = try held.applying(delta)
      } catch {
        // Whatever is wrong with the changes, the whole catalogue makes it good.
        return .needsWhole
      }
      if next.token == held.token {
        // An earlier app may have saved less of it.
        self.held = next
        return confirm()
      }
      return accept(next, over: held, at: uptime)
    case .whole(let next):
      guard let held else {
        self.held = next
        return .replaced(from: nil)
      }
      if next.token == held.token, !isPartial { return confirm() }
      if isPartial {
        // An older one does not make it whole.
        let isAsNew = next.token.isAsNew(as: held.token)
        guard isAsNew || next.token.isNewer(than: held.token) else {
          return accept(next, over: held, at: uptime)
        }
        self.held = next
        (isPartial, isReset, olderSince) = (false, false, nil)
        return .replaced(from: held.token)
      }
      let isOfOtherHistory = next.token.history != held.token.history
      if isMarkedReset, asked == held.token, isOfOtherHistory {
        return reset(to: next, from: held)
      }
      return accept(next, over: held, at: uptime)
    }
  }

  private mutating func confirm() -> Outcome {
    olderSince = nil
    return .confirmed
  }

  private mutating func accept(
    _ next: HeldCatalogue, over held: HeldCatalogue, at uptime: TimeInterval
  ) -> Outcome {
    // As new, but for another kind of client: it is what this one is now.
    let isOwn = next.token.isAsNew(as: held.token) && next.token != held.token
    if isOwn || next.token.isNewer(than: held.token) {
      self.held = next
      isReset = false
      olderSince = nil
      return .replaced(from: held.token)
    }
    defer { olderAt = uptime }
    // Two such answers with a long silence between them are no stay.
    guard let since = olderSince, uptime - olderAt <= ClientLimits.olderGap else {
      olderSince = uptime
      return .older(next.token)
    }
    // No server lags that long: what is served is what there is (docs/client-protocol.md).
    return uptime - since < ClientLimits.older
      ? .older(next.token) : reset(to: next, from: held)
  }

  private mutating func reset(to next: HeldCatalogue, from held: HeldCatalogue) -> Outcome {
    self.held = next
    (isPartial, isReset, olderSince) = (false, true, nil)
    return .reset(from: held.token)
  }
}
