import GiftDomain

extension GalleryPages {
  /// The weeks of a gift's own strip.
  private static let giftWeeks: Int64 = 12

  /// One gift with everything about it.
  package func gift(
    _ content: GiftContent, _ focus: GiftFocus, in catalogue: ShownCatalogue
  ) -> HTML {
    let state = content.state
    let page = Page.gift(state.gift, focus)
    let shown = focus.version.flatMap(state.version) ?? state.facingVersion(at: catalogue.instant)
    let missing = catalogue.missingLocales(of: state)
    return document(
      titled: "\(context.plainName(state)) (\(state.gift))", catalogue, current: page
    ) {
      HTML(.article, .classes("gift")) {
        HTML(.div, .classes("lead")) {
          HTML(.div, .classes("large")) {
            if let shown { large(shown, content, focus) } else { context.stage(nil, named: "") }
          }
          HTML(.div, .classes("about")) {
            heading(state, catalogue)
            commands(state, missing: missing, at: catalogue.instant)
          }
        }
        versions(content, shown, focus, at: catalogue.instant)
        if let shown { comparison(content, shown, focus) }
        plans(state, in: catalogue)
        names(state, missing: missing)
        history(content)
      }
    }
  }

  private func heading(_ state: GiftState, _ catalogue: ShownCatalogue) -> HTML {
    guard let definition = state.definition(at: catalogue.instant) else { return .empty }
    let notices = catalogue.notices.filter { $0.gift == state.gift }
    return HTML {
      HTML(.h1) { context.name(definition) }
      context.statusSentence(of: state, at: catalogue.instant)
      for notice in notices {
        HTML(.p, .classes("notice")) {
          HTML(.span, .classes("sign"), .fixed(.hiddenFromReaders))
          notice.text
        }
      }
      HTML(.dl, .classes("facts")) {
        fact("Id") { HTML(.code) { state.gift.text } }
        if let price = definition.price {
          fact("Price") { counted(Int(price.coins), "coin") }
        }
        fact("Category") {
          context.link(to: .overview(filter(category: definition.category, tag: nil))) {
            definition.category.text
          }
        }
        fact("Placements") {
          definition.places.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }
            .joined(separator: ", ")
        }
        if !definition.audience.isEverybody { fact("For") { definition.audience.phrase } }
        fact("Streak") { definition.isStreakable ? "Counts" : "Does not count" }
        if !definition.tags.isEmpty {
          fact("Tags") {
            for tag in definition.tags.sorted() {
              context.link(to: .overview(filter(category: nil, tag: tag)), .classes("tag")) {
                tag.text
              }
            }
          }
        }
        let homes = catalogue.rotations.filter { $0.brings(state.gift, from: catalogue.instant) }
        if !homes.isEmpty {
          fact("Rotation") {
            for rotation in homes {
              context.link(to: .rotation(rotation.name)) { rotation.name.text }
            }
          }
        }
        if let note = definition.note { fact("Note") { note.text } }
      }
    }
  }

  private func filter(category: Category?, tag: Tag?) -> GiftFilter {
    GiftFilter(category: category, tag: tag, locale: context.locale)
  }

  private func plans(_ state: GiftState, in catalogue: ShownCatalogue) -> HTML {
    let plan = [state].plans(
      with: catalogue.rotations, from: catalogue.instant, horizon: catalogue.instant
    ).first
    guard let strip = strip(weeks: Self.giftWeeks, from: catalogue.instant), let plan else {
      return .empty
    }
    let rows = strip.rows(of: catalogue.only(state))
    let stretches =
      rows.changing.first?.stretches
      ?? plan.stretches.filter { $0.window.overlaps(strip.span.window) }
    return HTML(.section, .classes("plans"), .label("Plans")) {
      HTML(.header, .classes("heading")) {
        HTML(.h2) { "Plans" }
        stripLegend
      }
      if stretches.isEmpty {
        HTML(.p, .classes("quiet")) {
          "Nothing is planned for the next \(Self.giftWeeks) weeks."
        }
      } else {
        Strip.patterns
        HTML(.div, .classes("strip wide")) {
          HTML(.div, .classes("row head")) { strip.axis }
          HTML(.div, .classes("row")) {
            strip.bars(stretches, named: context.plainName(state))
          }
        }
        HTML(.ul, .classes("sentences")) {
          for stretch in stretches { self.sentence(stretch, at: catalogue.instant) }
        }
      }
    }
  }

  private func sentence(_ stretch: CalendarStretch, at instant: Timestamp) -> HTML {
    let classes: StaticString =
      switch stretch.layer {
      case .standing: "key standing"
      case .rotation: "key rotation"
      case .window: "key window"
      }
    return HTML(.li, stretch.window.contains(instant) ? [.fixed(.currentChoice)] : []) {
      HTML(.span, .classes(classes), .fixed(.hiddenFromReaders))
      HTML(.strong) { "Version \(stretch.version)" }
      " \(stretch.layer.phrase) from "
      boundaryLink(stretch.window.from)
      if let until = stretch.window.until {
        " until "
        boundaryLink(until)
      }
    }
  }

  private func boundaryLink(_ instant: Timestamp) -> HTML {
    context.link(to: .boundary(instant), at: instant) { clock.time(instant) }
  }

  private func names(_ state: GiftState, missing: [LocaleTag]) -> HTML {
    let known = state.definition?.names.byLocale ?? [:]
    return HTML(.section, .classes("names"), .label("Names")) {
      HTML(.header, .classes("heading")) {
        HTML(.h2) { "Names" }
        if missing.isEmpty {
          HTML(.p, .classes("quiet")) { "In all languages that gifts have" }
        } else {
          HTML(.p, .classes("quiet missing")) {
            "Missing in "
            for locale in missing { HTML(.code) { locale.text } }
          }
        }
      }
      HTML(.dl) {
        for (locale, name) in known.sorted(by: { $0.key < $1.key }) {
          HTML(.div) {
            HTML(.dt) { HTML(.code) { locale.text } }
            HTML(.dd) { context.name(name, in: locale) }
          }
        }
      }
    }
  }

  func fact(_ term: String, @HTMLBuilder _ content: () -> HTML) -> HTML {
    HTML(.div) {
      HTML(.dt) { term }
      HTML(.dd, content: content)
    }
  }
}

extension HTML {
  init(@HTMLBuilder _ content: () -> HTML) { self = content() }
}

extension CalendarStretch.Layer {
  /// What it does with a version.
  fileprivate var phrase: String {
    switch self {
    case .standing: "as the standing version"
    case .rotation: "in a turn"
    case .window: "in a window"
    }
  }
}

extension ShownCatalogue {
  /// The same with one gift only.
  fileprivate func only(_ state: GiftState) -> ShownCatalogue {
    ShownCatalogue(
      states: [state], rotations: rotations, change: change, instant: instant, now: now,
      notices: [])
  }
}
