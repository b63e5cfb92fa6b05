/// The profile and the limits of a check.
package struct CheckPolicy: Sendable, Hashable {
  /// Decides which findings are errors.
  package var profile: Profile
  /// The budgets.
  package var limits: CheckLimits

  /// The default policy for gifts.
  package static let gift = CheckPolicy(.gift)

  /// A profile with its default budgets.
  package init(_ profile: Profile) {
    self.profile = profile
    limits = CheckLimits(profile)
  }

  /// Whether a budget limits compressed bytes, so that `Lottie.check` needs the sizes.
  package var needsCompressedSizes: Bool { limits.maxGzipBytes != nil }
}
