package import GiftDomain

extension ShownCatalogue {
  /// All pages of a gallery in a folder, with those of the next boundaries.
  package func pages(boundaries count: Int) -> [Page] {
    let choices = FilterChoices(states).values
    let filters =
      [GiftFilter.all] + GiftFilter.Standing.allCases.map { GiftFilter.all.with($0) }
      + choices.categories.map {
        GiftFilter(text: "", standing: nil, category: $0, tag: nil, locale: nil)
      }
      + choices.tags.map {
        GiftFilter(text: "", standing: nil, category: nil, tag: $0, locale: nil)
      }
      + choices.locales.map {
        GiftFilter(text: "", standing: nil, category: nil, tag: nil, locale: $0)
      }
    return filters.map(Page.overview) + states.map { Page.gift($0.gift, .standard) }
      + rotations.map { Page.rotation($0.name) } + coming(count).map { Page.boundary($0.at) }
  }

  /// What each gift shows, large and moving; each animation once.
  ///
  /// Art whose preview is one of these is drawn on a light ground, all other on a dark one.
  package func largeDrawings(lightPreviews: Set<SHA256Digest>) -> [Drawing] {
    var seen: Set<SHA256Digest> = []
    return states.compactMap { state -> Drawing? in
      guard let version = state.facingVersion(at: instant), seen.insert(version.asset).inserted
      else { return nil }
      if case .undrawn = version.pictures?.outcome { return nil }
      let isLight = version.pictures?.pair.map { lightPreviews.contains($0.preview.asset) }
      return .motion(version.asset, isLight == true ? .light : .dark)
    }
  }
}
