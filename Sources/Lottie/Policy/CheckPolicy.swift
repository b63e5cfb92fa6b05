/// What a check holds a file to.
package struct CheckPolicy: Sendable, Hashable {
  /// Decides which findings are errors.
  package var profile: Profile
  /// The budgets.
  package var limits: CheckLimits

  /// What a gift has to pass.
  package static let gift = CheckPolicy(.gift)

  /// A profile with the budgets that it has unless others are named.
  package init(_ profile: Profile) {
    self.profile = profile
    limits = CheckLimits(profile)
  }

  /// Whether a budget is about compressed bytes: then `Lottie.check` has to be given the sizes.
  package var needsCompressedSizes: Bool { limits.maxGzipBytes != nil }
}
