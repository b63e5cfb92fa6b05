import GiftDomain

extension PageContext {
  /// A version's poster, with its moving preview above where the pointer, the keyboard or a finger
  /// asks for it.
  func stage(_ version: AnimationVersion?, named name: String) -> HTML {
    HTML(.div, .classes(suits(version) == .light ? "stage light" : "stage")) {
      if let pair = version?.pictures?.pair {
        poster(pair, named: name)
        HTML(
          .img, .classes("preview"), .source(site.address(of: pair.preview)), .alternative(""),
          .width(pair.preview.width), .height(pair.preview.height), .fixed(.lazy),
          .fixed(.asynchronous))
      } else {
        HTML(.p, .classes("undrawn")) { version.undrawnText }
      }
    }
  }

  /// The ground on which a version shows best.
  func suits(_ version: AnimationVersion?) -> Ground {
    version?.pictures?.pair.map { lightPreviews.contains($0.preview.asset) } == true
      ? .light : .dark
  }

  private func poster(_ pair: PicturePair, named name: String) -> HTML {
    HTML(
      .img, .classes("poster"), .source(site.address(of: pair.poster)), .alternative(name),
      .width(pair.poster.width), .height(pair.poster.height), .fixed(.lazy), .fixed(.asynchronous))
  }

  /// A small still, where the name is beside it.
  func thumbnail(_ version: AnimationVersion?) -> HTML {
    HTML(.span, .classes(suits(version) == .light ? "thumbnail light" : "thumbnail")) {
      if let pair = version?.pictures?.pair { poster(pair, named: "") }
    }
  }
}

extension AnimationVersion? {
  /// Why there is no picture.
  var undrawnText: String {
    guard let self else { return "No animation yet" }
    return switch self.pictures?.outcome {
    case nil, .drawn: "Not drawn yet"
    case .undrawn(let obstacle): obstacle.sentence.capitalizedFirst
    }
  }
}

extension GiftState {
  /// The version that viewers see at an instant, else the one they will see or saw last, else the
  /// latest.
  func facingVersion(at instant: Timestamp) -> AnimationVersion? {
    let number: VersionNumber? =
      switch status(at: instant) {
      case .live(let entry), .scheduled(let entry): entry.version
      case .retired: shown.entries.last?.version
      case .draft: definition?.latestVersion
      }
    return number.flatMap(version) ?? versions.last
  }
}
