import GiftDomain

extension AnimationVersion {
  /// What an edit did to its pictures, compared with those before; nil for nothing worth saying.
  func picturePhrase(before: VersionPictures?, isNew: Bool) -> String? {
    guard pictures != before else { return nil }
    switch pictures?.outcome {
    case .undrawn(let obstacle): return "version \(number) has no pictures: \(obstacle.sentence)"
    case .drawn where isNew: return nil
    case .drawn: return "version \(number) drawn\(before?.pair == nil ? "" : " again")"
    case nil: return "version \(number) without pictures"
    }
  }
}

extension AnimationVersion {
  /// Why it has no pictures; nil if it has some.
  var missingPictures: String? {
    switch pictures?.outcome {
    case .drawn: nil
    case .undrawn(let obstacle): "no pictures: \(obstacle.sentence)"
    case nil: "no pictures yet: giftctl pictures update"
    }
  }
}

extension VersionPictures {
  /// The pictures, or why there are none.
  var document: JSONObject {
    [
      "poster": pair?.poster, "preview": pair?.preview, "obstacle": obstacle?.rawValue,
      "renderer": maker.renderer, "settings": maker.settings,
    ]
  }
}
