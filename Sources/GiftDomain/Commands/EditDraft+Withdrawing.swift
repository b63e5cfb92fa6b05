/// Why a version is withdrawn.
package struct Withdrawal: Hashable, Sendable {
  /// The gift.
  package let gift: GiftID
  /// Its version.
  package let version: VersionNumber
  /// The change that withdrew it.
  package let change: ChangeNumber
  /// Who made that.
  package let actor: Actor
  /// The reason; nil if none was given.
  package let reason: Remark?

  /// A withdrawal from its parts.
  package init(
    gift: GiftID, version: VersionNumber, change: ChangeNumber, actor: Actor, reason: Remark?
  ) {
    self.gift = gift
    self.version = version
    self.change = change
    self.actor = actor
    self.reason = reason
  }
}

/// What is withdrawn before an edit.
package struct Withdrawals: Hashable, Sendable {
  /// Nothing.
  package static let none = Withdrawals(versions: [:], bytes: [:])

  /// The withdrawn versions of all gifts.
  let versions: [GiftID: Set<VersionNumber>]
  /// Of the bytes that commands add, those that are withdrawn.
  let bytes: [SHA256Digest: [Withdrawal]]

  /// Withdrawals of all gifts, and of bytes.
  package init(versions: [GiftID: Set<VersionNumber>], bytes: [SHA256Digest: [Withdrawal]]) {
    self.versions = versions
    self.bytes = bytes
  }
}

extension EditDraft {
  mutating func setWithdrawn(
    _ gift: GiftID, _ animation: SHA256Digest, _ isWithdrawn: Bool
  ) throws(Rejection) {
    let state = try state(of: gift).withdrawing(
      animation, isWithdrawn, past: before.histories[gift]?.definitions ?? [], now: now)
    update(state)
    withdrawnNow[animation, default: [:]][gift] =
      isWithdrawn ? state.versions.first { $0.asset == animation }?.number : nil
    for rotation in rotations {
      let plan = withoutWithdrawn(rotation.plan)
      if plan != rotation.plan {
        turn(gift, in: rotation.revised(by: plan, since: number, at: now))
      }
    }
  }

  /// Throws `Rejection.bytesWithdrawn` or, for those that an earlier command of the edit withdrew,
  /// `versionWithdrawn`.
  func refuseWithdrawn(_ asset: SHA256Digest) throws(Rejection) {
    for withdrawal in before.withdrawals.bytes[asset] ?? []
    where withdrawn(withdrawal.gift).contains(withdrawal.version) {
      throw .bytesWithdrawn(withdrawal)
    }
    if let (gift, version) = withdrawnNow[asset]?.min(by: { $0.key < $1.key }) {
      throw .versionWithdrawn(gift, version)
    }
  }

  /// The withdrawn versions of a gift, whether its rows were read or not.
  private func withdrawn(_ gift: GiftID) -> Set<VersionNumber> {
    gifts[gift]?.withdrawn ?? before.withdrawals.versions[gift] ?? []
  }

  /// The places of withdrawn versions in the current and the coming turns of a plan.
  func withdrawnPlaces(in plan: RotationPlan) -> [LineupPlace] {
    plan.continued(at: now).places.filter { withdrawn($0.gift).contains($0.version) }
      .sorted { ($0.gift, $0.version) < ($1.gift, $1.version) }
  }

  /// A plan without the gifts of which it would bring a withdrawn version.
  func withoutWithdrawn(_ plan: RotationPlan) -> RotationPlan {
    withdrawnPlaces(in: plan).reduce(plan) { $0.withdrawing($1.gift, at: now, now: now) }
  }

  /// Throws `Rejection.versionWithdrawn` if gifts, or rotations, would show a withdrawn version
  /// from now on.
  func refuseWithdrawnPlans(of gifts: [GiftID]) throws(Rejection) {
    for state in gifts.map(state) where !state.withdrawn.isEmpty {
      let kept = state.schedule.dropping(state.withdrawn, now: now).availabilities
      let dropped = state.schedule.availabilities.first { !kept.contains($0) }
      let current = state.schedule.step(at: now).flatMap { step in
        step.version.map(state.withdrawn.contains) == true ? step : nil
      }
      if let version = (dropped ?? current)?.version {
        throw .versionWithdrawn(state.gift, version)
      }
    }
    for rotation in rotations {
      if let place = withdrawnPlaces(in: rotation.plan).first {
        throw .versionWithdrawn(place.gift, place.version)
      }
    }
  }
}
