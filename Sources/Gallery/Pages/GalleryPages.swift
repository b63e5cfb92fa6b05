import GiftDomain

/// Makes pages; each is a function of what was read.
package struct GalleryPages: Sendable {
  let context: PageContext

  /// Pages in a context.
  package init(_ context: PageContext) { self.context = context }

  var site: Site { context.site }
  var clock: PageClock { context.clock }

  /// A document around a page's main part.
  func document(
    titled title: String, _ catalogue: ShownCatalogue?, current page: Page?,
    @HTMLBuilder main: () -> HTML
  ) -> HTML {
    let coming = catalogue?.coming(1) ?? []
    return HTML.document {
      head(titled: title)
      HTML(.body, refreshing(catalogue, at: coming.first?.at)) {
        HTML(.a, .classes("skip"), .link(Address(path: "", fragment: "main"))) {
          "Skip to the content"
        }
        bar(catalogue, coming: coming.first, current: page)
        HTML(.main, .id("main"), content: main)
        footer(catalogue)
      }
    }
  }

  private func head(titled title: String) -> HTML {
    HTML(.head) {
      HTML(.meta, .fixed(.encoding))
      if !site.isServed { HTML(.meta, .fixed(.policy), .content(ContentPolicy.text)) }
      HTML(
        .meta, .fixed(.meta(.viewport)), .content("width=device-width, initial-scale=1"))
      HTML(.meta, .fixed(.meta(.referrer)), .content("no-referrer"))
      HTML(.meta, .fixed(.meta(.colours)), .content("light dark"))
      HTML(.title) { title }
      HTML(
        .link, .fixed(.relation(.stylesheet)), .link(site.address(of: SharedFile.stylesheet)))
      HTML(.link, .fixed(.relation(.icon)), .link(site.address(of: SharedFile.icon)))
      HTML(.script, .source(site.address(of: SharedFile.script)), .fixed(.deferred))
    }
  }

  /// A page on now asks for itself again at the next boundary.
  private func refreshing(_ catalogue: ShownCatalogue?, at next: Timestamp?) -> [Attribute] {
    guard site.isServed, context.at == nil, let catalogue, let next else { return [] }
    // A moment later, as the boundary must have passed by the database's clock.
    return [.refreshAfter(max(1, next.wholeSeconds - catalogue.now.wholeSeconds + 2))]
  }

  private func footer(_ catalogue: ShownCatalogue?) -> HTML {
    HTML(.footer, .classes("foot")) {
      if let catalogue {
        HTML(.p) {
          if site.isServed {
            "As of change \(catalogue.change), read "
            clock.time(catalogue.now)
          } else {
            "As of change \(catalogue.change), at "
            clock.dated(catalogue.instant)
          }
          ". Times are in \(clock.zone.name)."
        }
      }
    }
  }
}

extension HTML {
  init(_ element: Element, _ attributes: [Attribute], @HTMLBuilder content: () -> HTML) {
    self.init(element, attributes, content())
  }
}
