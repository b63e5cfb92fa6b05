package import GiftDomain

extension ShownCatalogue {
  /// All pages of a gallery in a folder, with those of the next boundaries.
  package func pages(boundaries count: Int) -> [Page] {
    let choices = FilterChoices(states).values
    let filters =
      [GiftFilter.all] + GiftFilter.Standing.allCases.map { GiftFilter.all.with($0) }
      + choices.categories.map { GiftFilter(category: $0) }
      + choices.tags.map { GiftFilter(tag: $0) } + choices.locales.map { GiftFilter(locale: $0) }
    return filters.map(Page.overview) + states.map { Page.gift($0.gift, .standard) }
      + rotations.map { Page.rotation($0.name) } + coming(count).map { Page.boundary($0.at) }
  }

  /// What each gift shows, large and moving, and a still if it has no poster; each animation once.
  ///
  /// Art whose preview is one of these is drawn on a light ground, all other on a dark one.
  package func largeDrawings(lightPreviews: Set<SHA256Digest>) -> [Drawing] {
    var seen: Set<SHA256Digest> = []
    return states.flatMap { state -> [Drawing] in
      guard let version = state.facingVersion(at: instant), seen.insert(version.asset).inserted
      else { return [] }
      if case .undrawn = version.pictures?.outcome { return [] }
      guard let pair = version.pictures?.pair else {
        return [.still(version.asset, .middle), .motion(version.asset, .dark)]
      }
      return [.motion(version.asset, lightPreviews.contains(pair.preview.asset) ? .light : .dark)]
    }
  }
}
