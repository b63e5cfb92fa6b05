package import GiftDomain
import GiftStore
import Hashing
package import Lottie

/// An animation as `AnimationEdit.repair` makes it.
package struct RepairedAnimation: Sendable {
  /// What is stored in place of the original.
  package let edited: EditedAnimation
  /// The digest of the bytes that were repaired.
  package let original: SHA256Digest

  /// Repairs bytes; nil if there is nothing to repair, or if they are not an animation, which the
  /// check tells better.
  ///
  /// Throws `PublishingError` if the digest cannot be computed.
  package init?(_ bytes: [UInt8], _ policy: CheckPolicy) throws(PublishingError) {
    let limits = policy.limits.editing(bytes.count)
    let edited: EditedAnimation
    do {
      edited = try Lottie.edit(bytes, [.repair], limits: limits)
    } catch {
      return nil
    }
    guard !edited.isUnchanged else { return nil }
    self.edited = edited
    do {
      original = try SHA256Digest(bytes: SHA256.hash(bytes))
    } catch {
      throw .store(.rejected(.invalid(error)))
    }
  }
}
