package import GiftDomain

extension GalleryPages {
  /// What changes at a boundary, before and after.
  package func boundary(_ catalogue: ShownCatalogue, at instant: Timestamp) -> HTML {
    let (boundary, before, after) = catalogue.boundary(at: instant)
    let isPast = instant <= catalogue.now
    return document(
      titled: "What changes on \(clock.text(instant))", after, current: .boundary(instant)
    ) {
      HTML(.header, .classes("title")) {
        if site.isServed {
          HTML(.p, .classes("label")) { context.distance(to: instant, from: catalogue.now) }
        }
        HTML(.h1) {
          isPast ? "What changed on " : "What changes on "
          clock.time(instant)
        }
        HTML(.p, .classes("quiet")) { "\(boundary.sentence(in: context.locale))." }
        HTML(.p, .classes("links")) {
          if site.isServed {
            context.link(to: context.overview, at: instant, .classes("button")) {
              "All gifts from then on"
            }
          }
        }
      }
      if boundary.isEmpty {
        HTML(.p, .classes("nothing")) { "Viewers see no difference at this instant." }
      }
      group("Change", boundary.changed.map { ($0.before.gift, $0.before, $0.after) })
      group("Go live", boundary.added.map { ($0.gift, nil, $0) })
      group("Go off", boundary.removed.map { ($0.gift, $0, nil) })
      HTML(.p, .classes("quiet")) {
        "\(counted(before.catalogue.items.count, "gift")) before, "
          + "\(counted(after.catalogue.items.count, "gift")) after."
      }
    }
  }

  private func group(
    _ title: String, _ pairs: [(GiftID, before: Catalogue.Item?, after: Catalogue.Item?)]
  ) -> HTML {
    guard !pairs.isEmpty else { return .empty }
    return HTML(.section, .classes("pairs"), .label(title)) {
      HTML(.header, .classes("heading")) {
        HTML(.h2) { title }
        HTML(.p, .classes("quiet")) { counted(pairs.count, "gift") }
      }
      HTML(.ul, .fixed(.listRole)) {
        for (gift, before, after) in pairs { pair(gift, before, after) }
      }
    }
  }

  private func pair(
    _ gift: GiftID, _ before: Catalogue.Item?, _ after: Catalogue.Item?
  ) -> HTML {
    let definition = (after ?? before)?.definition
    return HTML(.li) {
      HTML(.h3, .classes("name"), .title(gift.text)) {
        context.link(to: .gift(gift, .standard)) { definition.map { context.name($0) } }
      }
      HTML(.div, .classes("pair")) {
        half(before, "Before")
        HTML(.span, .classes("arrow"), .fixed(.hiddenFromReaders)) { "→" }
        half(after, "After")
      }
    }
  }

  private func half(_ item: Catalogue.Item?, _ word: String) -> HTML {
    HTML(.figure) {
      if let item {
        context.stage(item.version, named: "\(word): version \(item.version.number)")
      } else {
        HTML(.div, .classes("stage off")) { HTML(.p, .classes("undrawn")) { "Off" } }
      }
      HTML(.figcaption) {
        item.map { "\(word): v\($0.version.number)" } ?? "\(word): off"
        if let item { context.price(item.definition) }
      }
    }
  }
}
