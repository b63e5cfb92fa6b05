package import GiftDomain
package import GiftStore

/// A version of a gift that is live, planned, or the latest.
package struct StandingVersion: Hashable, Sendable {
  /// Why a version matters.
  package enum Standing: String, Hashable, Sendable, CaseIterable {
    /// Clients see it now.
    case live
    /// Clients will see it by current plans.
    case planned
    /// `publish` uses it by default.
    case latest
  }

  /// The gift that the version belongs to.
  package let gift: GiftID
  /// The version itself.
  package let version: AnimationVersion
  /// Why it matters, at least one; in the order of the cases.
  package let standings: [Standing]
}

extension CatalogueView {
  /// The live, planned and latest versions of all gifts at the view's instant, by gift and number.
  package var standingVersions: [StandingVersion] {
    states.flatMap { $0.standingVersions(at: instant) }
  }
}

extension GiftState {
  fileprivate func standingVersions(at instant: Timestamp) -> [StandingVersion] {
    let live = shown.entry(at: instant)?.version
    let planned = Set(shown.entries.filter { $0.window.from > instant }.map(\.version))
    return versions.compactMap { version in
      let standings = StandingVersion.Standing.allCases.filter { standing in
        switch standing {
        case .live: version.number == live
        case .planned: planned.contains(version.number)
        case .latest: version.number == definition?.latestVersion
        }
      }
      return standings.isEmpty
        ? nil : StandingVersion(gift: gift, version: version, standings: standings)
    }
  }
}
