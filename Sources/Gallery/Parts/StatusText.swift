import GiftDomain

extension GiftStatus {
  /// Its kind.
  var standing: GiftFilter.Standing {
    switch self {
    case .draft: .draft
    case .scheduled: .scheduled
    case .live: .live
    case .retired: .retired
    }
  }
}

extension GiftFilter.Standing {
  /// Its heading.
  var title: String {
    switch self {
    case .live: "Live"
    case .scheduled: "Scheduled"
    case .rotation: "In rotation"
    case .draft: "Draft"
    case .retired: "Retired"
    }
  }

  /// A dot of its colour; the word beside it says the same.
  var dot: HTML {
    let classes: StaticString =
      switch self {
      case .live: "dot live"
      case .scheduled: "dot scheduled"
      case .rotation: "dot rotation"
      case .draft: "dot draft"
      case .retired: "dot retired"
      }
    return HTML(.span, .classes(classes), .fixed(.hiddenFromReaders))
  }
}

extension PageContext {
  /// A gift's status in a line: what it is, and for how long yet.
  func status(of state: GiftState, at instant: Timestamp) -> HTML {
    let status = state.status(at: instant)
    return HTML(.p, .classes("status")) {
      status.standing.dot
      HTML(.span, .classes("word")) { status.standing.title }
      HTML(.span, .classes("when")) { when(status, at: instant) }
    }
  }

  private func when(_ status: GiftStatus, at instant: Timestamp) -> HTML {
    switch status {
    case .draft: HTML("")
    case .scheduled(let entry): distance(to: entry.window.from, from: instant)
    case .live(let entry):
      entry.window.until.map { end in
        HTML(.time, .instant(end), .title("until \(clock.text(end))")) {
          site.isServed
            ? "\(duration(from: instant, to: end)) left" : "until \(clock.text(end))"
        }
      } ?? .empty
    case .retired(let end): distance(to: end, from: instant)
    }
  }

  /// The status in a sentence, for a gift's own page.
  func statusSentence(of state: GiftState, at instant: Timestamp) -> HTML {
    let status = state.status(at: instant)
    return HTML(.p, .classes("status large")) {
      status.standing.dot
      HTML(.strong) { status.standing.title }
      " "
      switch status {
      case .draft: "and never shown to viewers"
      case .scheduled(let entry):
        "with version \(entry.version) from "
        clock.time(entry.window.from)
        if site.isServed {
          ", "
          distance(to: entry.window.from, from: instant)
        }
      case .live(let entry):
        "with version \(entry.version)"
        if let end = entry.window.until {
          " until "
          clock.time(end)
          if site.isServed { ", \(duration(from: instant, to: end)) left" }
        } else {
          ", with no end planned"
        }
      case .retired(let end):
        "since "
        clock.time(end)
        if site.isServed {
          ", "
          distance(to: end, from: instant)
        }
      }
    }
  }
}
