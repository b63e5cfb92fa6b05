package import GiftDomain
import GiftSQL
import Postgres

/// A version that has certain bytes.
package struct AssetHolding: Hashable, Sendable {
  /// The digest of its bytes.
  package let asset: SHA256Digest
  /// Its gift.
  package let gift: GiftID
  /// Why it is withdrawn; nil if it is not.
  package let withdrawal: Withdrawal?
}

/// An animation or a picture that is withdrawn.
package struct WithdrawnAsset: Hashable, Sendable, Codable {
  /// The digest of its bytes.
  package let digest: SHA256Digest
  /// Whether it is a picture; else it is an animation.
  package let isPicture: Bool

  /// A withdrawn asset.
  package init(digest: SHA256Digest, isPicture: Bool) {
    self.digest = digest
    self.isPicture = isPicture
  }
}

extension Question<AssetHolding> {
  /// The versions that have some bytes.
  init(holding assets: some Sequence<SHA256Digest>) {
    self.init(SQL.assetHolding, [.bytesArray(assets.map(\.bytes))]) { row in
      let gift = try row.gift("gift")
      let change = try row.optionalChange("change")
      let withdrawal = try change.map { change in
        Withdrawal(
          gift: gift, version: try row.version("version"), change: change,
          actor: try Actor(row.text("actor")),
          reason: try row.optionalText("reason").map { text in try Remark(text) })
      }
      return AssetHolding(asset: try row.digest("asset"), gift: gift, withdrawal: withdrawal)
    }
  }
}

extension Question<(gift: GiftID, versions: [VersionNumber])?> {
  /// The withdrawn versions of all gifts; nil for rows that the domain refuses.
  static var withdrawnVersions: Self {
    Self(SQL.definitionWithdrawn) { row in
      // Such a gift is left out where it is read.
      guard let gift = try? row.gift("gift") else { return nil }
      let versions = try row.intArray("withdrawn").map { number in try VersionNumber(number) }
      return (gift, versions)
    }
  }
}

extension Question<WithdrawnAsset> {
  /// All that is withdrawn, as far as the role may see it.
  static var withdrawnAssets: Self {
    Self(SQL.assetWithdrawn) { row in
      WithdrawnAsset(digest: try row.digest("sha256"), isPicture: try row.bool("is_picture"))
    }
  }
}

extension Withdrawals {
  /// Withdrawals as they were read.
  init(
    _ versions: [(gift: GiftID, versions: [VersionNumber])?], _ holdings: [AssetHolding]
  ) {
    self.init(
      versions: Dictionary(
        versions.compactMap { row in row.map { ($0.gift, Set($0.versions)) } }
      ) { $1 },
      bytes: Dictionary(grouping: holdings, by: \.asset).mapValues { held in
        held.compactMap(\.withdrawal)
      })
  }
}

extension Session {
  /// Throws `Rejection.bytesElsewhere` for an edit that withdraws bytes, or allows them again, of
  /// which another gift would still say the opposite.
  func requireOneAnswer(about difference: EditDifference) throws {
    var answers: [SHA256Digest: (gift: GiftID, isWithdrawn: Bool)] = [:]
    var after: [GiftID: GiftState] = [:]
    for gift in difference.gifts where gift.before.withdrawn != gift.after.withdrawn {
      let changed = gift.before.withdrawn.symmetricDifference(gift.after.withdrawn)
      for version in gift.after.versions where changed.contains(version.number) {
        let isWithdrawn = gift.after.withdrawn.contains(version.number)
        answers[version.asset] = (gift.after.gift, isWithdrawn)
      }
    }
    guard !answers.isEmpty else { return }
    for gift in difference.gifts { after[gift.after.gift] = gift.after }
    let holdings = try self.answers(Question(holding: answers.keys))
    for (asset, answer) in answers {
      let others = holdings.filter { holding in
        guard holding.asset == asset else { return false }
        let isWithdrawn =
          after[holding.gift].map { state in
            state.versions.contains {
              $0.asset == asset && state.withdrawn.contains($0.number)
            }
          } ?? (holding.withdrawal != nil)
        return isWithdrawn != answer.isWithdrawn
      }
      guard others.isEmpty else {
        throw StoreError.rejected(
          .bytesElsewhere(answer.gift, others: Set(others.map(\.gift)).sorted()))
      }
    }
  }
}
