import GiftDomain
import GiftStore

/// What is asked before edits that are more often slips than meant.
enum EditGuard {
  /// By which factor a price may change without a question.
  static let steep: Int64 = 5
  /// The most gifts that are published without a question.
  static let unaskedGifts = 20
}

extension EditOutcome {
  /// What to ask before viewers pay a price that is far from the one before; nil if none is.
  var priceQuestion: String? {
    let steep = difference.gifts.compactMap { gift in
      gift.steepPrice(from: at).map { (gift.after.gift, $0) }
    }
    guard let (gift, change) = steep.first else { return nil }
    let more = steep.count > 1 ? ", and of \(counted(steep.count - 1, "other gift")) likewise" : ""
    let start = change.from.map { " at \($0)" } ?? ""
    return "The price of \(gift) changes\(start) from \(change.old.phrase) to "
      + "\(change.new.phrase)\(more). Go on?"
  }

  /// What to ask before many gifts are published; nil if they are few.
  var crowdQuestion: String? {
    let count = difference.gifts.count
    return count > EditGuard.unaskedGifts ? "Publish \(counted(count, "gift"))?" : nil
  }
}

/// A price that viewers pay, and the one that they would have paid.
private struct PriceChange {
  let old: Price
  let new: Price
  /// When it begins; nil for now.
  let from: Timestamp?

  /// Whether nobody would want it without saying so.
  var isSteep: Bool {
    let (low, high) = (min(old.coins, new.coins), max(old.coins, new.coins))
    // Prices are small: no product overflows.
    return old != new && (new.coins == 0 || high >= low * EditGuard.steep)
  }
}

extension GiftDifference {
  /// The first price that is far from the one before.
  fileprivate func steepPrice(from now: Timestamp) -> PriceChange? {
    for entry in after.shown.onward(from: now).entries {
      let start = entry.window.from
      let terms = before.shown.entry(at: start)?.offer.terms ?? .usual
      guard let new = after.definition?.on(entry.offer.terms).price,
        let old = before.definition?.on(terms).price
      else { continue }
      let change = PriceChange(old: old, new: new, from: start > now ? start : nil)
      if change.isSteep { return change }
    }
    return nil
  }
}
