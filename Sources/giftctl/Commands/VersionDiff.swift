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
      let parts = word.split(separator: "@", omittingEmptySubsequences: false)
      guard parts.count == 2, let number = Int64(parts[1]) else {
        throw CommandError.usage("\(quoted(word)) is not a version: write it as rose@1.")
      }
      return (try GiftID(String(parts[0])), try VersionNumber(number))
    }
  }

  /// Reads both versions and compares them.
  func comparison(_ store: GiftStore) async throws -> AnimationComparison {
    var sides: [AnimationComparison.Side] = []
    for (gift, number) in versions {
      let state = try await store.record(of: gift)?.current()
      guard let state, state.definition != nil else { throw CommandError.giftNotFound(gift) }
      guard let version = state.versions.first(where: { $0.number == number }) else {
        let latest = state.definition?.latestVersion
        throw StoreError.rejected(.versionNotFound(gift, number, latest: latest))
      }
      let name = "\(gift)@\(number)"
      guard let bytes = try await store.assets([version.asset]).first?.bodies[.identity] else {
        throw CommandError.file(path: name, .missing)
      }
      // The limit may have been higher when it was added.
      var policy = CheckPolicy.gift
      policy.limits.maxBytes = Budget.mostBytes
      let report = AnimationCheck.report(bytes, policy, sizes: .gzip)
      sides.append(AnimationComparison.Side(name: name, report: report))
    }
    return AnimationComparison(before: sides[0], after: sides[1])
  }
}
