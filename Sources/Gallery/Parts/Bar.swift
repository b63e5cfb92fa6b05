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
        if site.isServed, let page { steps(catalogue, coming, page) }
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
            "Next, \(distance(from: catalogue.instant, to: coming.at))"
          }
          HTML(.strong) { coming.sentence(in: context.locale) }
          HTML(.span, .classes("when")) { clock.time(coming.at) }
        }
      } else {
        HTML(.span, .classes("quiet")) { "Nothing is planned after this." }
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
          instantForm(catalogue, page)
          if context.at != nil, let now = site.address(of: page, at: nil) {
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
    // A page on a boundary has its instant in its path.
    let kept: Page = if case .boundary = page { context.overview } else { page }
    guard let action = site.address(of: kept.withoutQuery, at: nil) else { return .empty }
    return HTML(.form, .action(action), .fixed(.get)) {
      for field in kept.fields {
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
