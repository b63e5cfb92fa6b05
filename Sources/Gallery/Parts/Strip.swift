import GiftDomain

/// What gifts show over some weeks, as bars: standing versions, turns and windows told apart.
struct Strip {
  /// The height of a row in pixels.
  private static let rowHeight = 30.0

  let span: CalendarSpan
  let context: PageContext
  /// The instant that the page shows.
  let instant: Timestamp

  /// What is drawn of one gift.
  struct Row {
    let state: GiftState
    let stretches: [CalendarStretch]
  }

  /// The gifts that change within the span, and how many only stand throughout.
  func rows(of catalogue: ShownCatalogue) -> (changing: [Row], standing: Int) {
    let plans = catalogue.states.plans(
      with: catalogue.rotations, from: span.from, horizon: span.until)
    let states = Dictionary(
      catalogue.states.map { ($0.gift, $0) }, uniquingKeysWith: { first, _ in first })
    var rows: [(begin: Timestamp, row: Row)] = []
    var standing = 0
    for plan in plans {
      let stretches = plan.stretches.filter { $0.window.overlaps(span.window) }
      guard let state = states[plan.gift], let first = stretches.first else { continue }
      let changes = stretches.flatMap { [$0.window.from, $0.window.until].compactMap(\.self) }
        .filter { span.window.contains($0) && $0 > instant }
      if let next = changes.min() {
        rows.append((next, Row(state: state, stretches: stretches)))
      } else if first.layer == .standing {
        standing += 1
      } else {
        rows.append((span.until, Row(state: state, stretches: stretches)))
      }
    }
    // Those that change first come first; the order of the catalogue decides between equals.
    let sorted = rows.enumerated().sorted { left, right in
      (left.element.begin, left.offset) < (right.element.begin, right.offset)
    }
    return (sorted.map(\.element.row), standing)
  }

  /// The heads of weeks, above the rows.
  var axis: HTML {
    HTML(
      .svg, .classes("axis"), .geometry(.width(percent: 100)), .geometry(.height(22)),
      .fixed(.hiddenFromReaders)
    ) {
      for day in 0..<span.dayCount where span.date(ofDay: day).weekday == 1 {
        // The last one would be cut off.
        if percent(ofDay: day) < 92 {
          HTML(.text, .geometry(.left(percent: percent(ofDay: day))), .geometry(.top(15))) {
            span.date(ofDay: day).dayAndMonth
          }
        }
      }
    }
  }

  /// The bars of one gift.
  func bars(_ stretches: [CalendarStretch], named name: String) -> HTML {
    HTML(
      .svg, .classes("bars"), .fixed(.pictureRole), .label(summary(stretches, named: name)),
      .geometry(.width(percent: 100)), .geometry(.height(Self.rowHeight))
    ) {
      for day in 0..<span.dayCount where span.date(ofDay: day).weekday == 1 {
        line(at: percent(ofDay: day), "week")
      }
      for stretch in stretches { bar(stretch) }
      if span.window.contains(instant) { line(at: percent(of: instant), "instant") }
    }
  }

  /// The hatching of turns, once per page that has bars.
  static var patterns: HTML {
    HTML(.svg, .classes("patterns"), .fixed(.hiddenFromReaders)) {
      HTML(.pattern, .id("hatching"), .fixed(.hatching), .width(6), .height(6)) {
        HTML(.rect, .classes("hatched"), .width(6), .height(6))
        HTML(.path, .classes("hatch"), .fixed(.hatch))
      }
    }
  }

  private func line(at percent: Double, _ classes: StaticString) -> HTML {
    HTML(
      .line, .classes(classes), .geometry(.lineStart(percent: percent)),
      .geometry(.lineEnd(percent: percent)), .geometry(.lineTop(0)),
      .geometry(.lineBottom(percent: 100)))
  }

  private func bar(_ stretch: CalendarStretch) -> HTML {
    let start = percent(of: max(stretch.window.from, span.from))
    let end = stretch.window.until.map { percent(of: min($0, span.until)) } ?? 100
    let isThin = stretch.layer == .standing
    let height = isThin ? 18.0 : 22.0
    let classes: StaticString =
      switch stretch.layer {
      case .standing: "bar standing"
      case .rotation: "bar rotation"
      case .window: "bar window"
      }
    return HTML(
      .svg, .classes(classes), .geometry(.left(percent: start)),
      .geometry(.width(percent: max(0.4, end - start))),
      .geometry(.top((Self.rowHeight - height) / 2)),
      .geometry(.height(height))
    ) {
      HTML(.title) { "\(stretch.layer.word): \(sentence(stretch))" }
      HTML(
        .rect, .geometry(.width(percent: 100)), .geometry(.height(height)), .geometry(.radius(5)))
      if end - start > 3 {
        HTML(.text, .geometry(.inset(7)), .geometry(.top(height / 2 + 4.5))) {
          "v\(stretch.version)"
        }
      }
    }
  }

  /// `version 2 from Tue 1 Dec 10:00 until …`.
  func sentence(_ stretch: CalendarStretch) -> String {
    "version \(stretch.version) from \(context.clock.text(stretch.window.from))"
      + (stretch.window.until.map { " until \(context.clock.text($0))" } ?? ", with no end")
  }

  private func summary(_ stretches: [CalendarStretch], named name: String) -> String {
    guard !stretches.isEmpty else { return "\(name): nothing" }
    return "\(name): "
      + stretches.map { "\($0.layer.word), \(sentence($0))" }.joined(separator: "; ")
  }

  private func percent(ofDay day: Int) -> Double {
    Double(day) / Double(span.dayCount) * 100
  }

  /// Days have the same width, whatever the clock does in them.
  private func percent(of instant: Timestamp) -> Double {
    guard instant > span.from else { return 0 }
    guard instant < span.until else { return 100 }
    let local = span.zone.local(at: instant)
    let days = Double(local.dayNumber - span.firstDay) + Double(local.secondOfDay) / 86_400
    return days / Double(span.dayCount) * 100
  }
}

extension CalendarStretch.Layer {
  /// Its name.
  var word: String {
    switch self {
    case .standing: "standing"
    case .rotation: "turn"
    case .window: "window"
    }
  }
}

extension CivilDate {
  /// `1 Dec`.
  fileprivate var dayAndMonth: String { "\(day) \(Timestamp.httpMonths[Int(month) - 1])" }
}

/// What the kinds of bars mean.
let stripLegend = HTML(.ul, .classes("legend"), .fixed(.listRole)) {
  for (classes, word) in [
    ("key standing", "standing version"), ("key rotation", "turn of a rotation"),
    ("key window", "window"),
  ] as [(StaticString, String)] {
    HTML(.li) {
      HTML(.span, .classes(classes), .fixed(.hiddenFromReaders))
      word
    }
  }
}
