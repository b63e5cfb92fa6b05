import GiftDomain
import Synchronization

/// The rejections of one import, gathered while its gifts are decided one by one: the store ends
/// an edit at the first, and whoever wrote the manifest wants to know all of them.
final class RejectedGifts: Sendable {
  private let found = Mutex<[(gift: GiftID, rejection: Rejection)]>([])

  /// Keeps a rejection.
  func note(_ gift: GiftID, _ rejection: Rejection) {
    found.withLock { $0.append((gift, rejection)) }
  }

  /// Throws the first rejection, if there is one.
  func end() throws(Rejection) {
    if let first = found.withLock({ $0.first }) { throw first.rejection }
  }

  /// What is wrong, in the order of the gifts.
  var problems: [ImportProblem] {
    found.withLock { found in
      found.map { ImportProblem(id: $0.gift.text, reason: .rejected($0.rejection)) }
    }
  }
}
