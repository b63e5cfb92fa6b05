import GiftDomain
import GiftPublishing
import GiftStore
import Lottie

/// `giftctl diff ID@VERSION ID@VERSION`: two stored versions, checked by the rules of today.
struct VersionDiff {
  private let versions: [(gift: GiftID, number: VersionNumber)]

  /// Throws `CommandError.usage` unless there are two versions, `DomainError` for an invalid id or
  /// number.
  init(_ words: [String]) throws {
    guard words.count == 2 else {
      throw CommandError.usage("Name two versions, such as giftctl diff rose@1 rose@2.")
    }
    versions = try words.map { word in
      let named = try VersionArgument(word)
      guard let number = named.number else {
        throw CommandError.usage("\(quoted(word)) is not a version: write it as rose@1.")
      }
      return (named.gift, number)
    }
  }

  /// Reads both versions, and checks them.
  func sides(
    _ store: GiftStore
  ) async throws -> (before: AnimationComparison.Side, after: AnimationComparison.Side) {
    var sides: [AnimationComparison.Side] = []
    for (gift, number) in versions {
      let state = try await store.record(of: gift)?.current()
      guard let state, state.definition != nil else { throw CommandError.giftNotFound(gift) }
      guard let version = state.versions.first(where: { $0.number == number }) else {
        let latest = state.definition?.latestVersion
        throw StoreError.rejected(.versionNotFound(gift, number, latest: latest))
      }
      let bytes = try await store.animation(of: version)
      // The limit may have been higher when it was added.
      var policy = CheckPolicy.gift
      policy.limits.maxBytes = Budget.mostBytes
      let report = AnimationCheck.report(bytes, policy, sizes: .gzip)
      sides.append(
        AnimationComparison.Side(
          name: "\(gift)@\(number)", bytes: bytes, report: report, playback: version.playback))
    }
    return (sides[0], sides[1])
  }
}
