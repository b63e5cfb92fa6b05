import GiftDomain

extension GalleryPages {
  /// The head of every page: what happens next, and steps through time.
  func bar(
    _ catalogue: ShownCatalogue?, coming: ShownCatalogue.Boundary?, current page: Page?
  ) -> HTML {
    HTML(.header, .classes("bar")) {
      context.link(to: context.overview, .classes("brand")) {
        HTML(.span, .classes("mark"), .fixed(.hiddenFromReaders))
        "Gifts"
      }
      if let catalogue {
        next(catalogue, coming)
        if let page {
          if site.isServed { steps(catalogue, coming, page) } else { moment(catalogue) }
        }
      }
    }
  }

  private func next(
    _ catalogue: ShownCatalogue, _ coming: ShownCatalogue.Boundary?
  ) -> HTML {
    HTML(.p, .classes("next")) {
      if let coming {
        context.link(to: .boundary(coming.at)) {
          HTML(.span, .classes("label")) {
            site.isServed ? "Next, \(distance(from: catalogue.instant, to: coming.at))" : "Next"
          }
          HTML(.strong) { coming.sentence(in: context.locale) }
          HTML(.span, .classes("when")) { clock.time(coming.at) }
        }
      } else {
        HTML(.span, .classes("quiet")) { "Nothing is planned after this." }
      }
    }
  }

  /// The instant of a folder, which may be read at any other.
  private func moment(_ catalogue: ShownCatalogue) -> HTML {
    HTML(.div, .classes("steps")) {
      HTML(.span, .classes("moment other")) {
        HTML(.span, .classes("label")) { "At" }
        clock.dated(catalogue.instant)
      }
    }
  }

  private func steps(
    _ catalogue: ShownCatalogue, _ coming: ShownCatalogue.Boundary?, _ page: Page
  ) -> HTML {
    HTML(.nav, .classes("steps"), .label("Points in time")) {
      step(to: catalogue.previousBoundary, page, "‹", "The boundary before")
      HTML(.details, .classes("instant")) {
        HTML(.summary) {
          HTML(.span, .classes(context.at == nil ? "moment" : "moment other")) {
            HTML(.span, .classes("label")) { context.at == nil ? "Now" : "At" }
            clock.time(catalogue.instant)
          }
        }
        HTML(.div, .classes("panel")) {
          // A page on a boundary has its instant in its path.
          let kept: Page = if case .boundary = page { context.overview } else { page }
          instantForm(catalogue, kept)
          if context.at != nil,
            let now = site.address(of: kept, at: nil, in: context.locale)
          {
            HTML(.a, .classes("button"), .link(now)) { "Back to now" }
          }
        }
      }
      step(to: coming?.at, page, "›", "The boundary after")
    }
  }

  /// A step keeps the page; a page on a boundary becomes that on the other boundary.
  private func step(to boundary: Timestamp?, _ page: Page, _ sign: String, _ name: String) -> HTML {
    guard let boundary else {
      return HTML(.span, .classes("step none"), .fixed(.hiddenFromReaders)) { sign }
    }
    let target: Page = if case .boundary = page { .boundary(boundary) } else { page }
    return context.link(
      to: target, at: boundary, .classes("step"),
      .label("\(name): \(clock.text(boundary))"), .title("\(name): \(clock.text(boundary))")
    ) {
      HTML(.span, .fixed(.hiddenFromReaders)) { sign }
    }
  }

  private func instantForm(_ catalogue: ShownCatalogue, _ page: Page) -> HTML {
    guard let action = site.address(of: page.withoutQuery, at: nil) else { return .empty }
    return HTML(.form, .action(action), .fixed(.get)) {
      for field in page.fields(in: context.locale) {
        HTML(.input, .fixed(.field(.hidden)), .name(field.name), .value(field.value))
      }
      HTML(.label) {
        HTML(.span, .classes("label")) { "Another instant, in \(clock.zone.name)" }
        HTML(
          .input, .fixed(.field(.instant)), .name("at"), .value(clock.field(catalogue.instant)))
      }
      HTML(.button, .fixed(.field(.submit))) { "Show" }
    }
  }
}
