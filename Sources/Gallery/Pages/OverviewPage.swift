import GiftDomain

extension GalleryPages {
  /// The weeks that the strip shows.
  private static let stripWeeks: Int64 = 4
  /// The rows of the strip that show before it is opened.
  private static let stripRows = 6

  /// All gifts that a filter lets through.
  package func overview(_ catalogue: ShownCatalogue, _ filter: GiftFilter) -> HTML {
    let rotating = catalogue.rotating
    let matching = catalogue.states.filter(filter.matches)
    let shown = matching.filter {
      $0.stands(filter.standing, rotating, at: catalogue.instant)
    }.inOrder
    return document(
      titled: title(filter), catalogue, current: .overview(filter)
    ) {
      HTML(.h1, .classes("unseen")) { title(filter) }
      HTML(.div, .classes("controls")) {
        chips(matching, rotating, filter, at: catalogue.instant)
        attention(catalogue)
        filterForm(catalogue, filter)
        rotations(catalogue)
      }
      if filter.isOpen { weeks(catalogue) }
      tiles(shown, of: catalogue, filter)
    }
  }

  private func title(_ filter: GiftFilter) -> String {
    let kind = filter.standing.map { "\($0.title) gifts" } ?? "Gifts"
    let parts = [
      filter.category?.text, filter.tag.map { "#\($0.text)" },
      filter.text.isEmpty ? nil : "“\(filter.text)”",
    ].compactMap(\.self)
    return ([kind] + parts).joined(separator: ", ")
  }

  private func chips(
    _ states: [GiftState], _ rotating: Set<GiftID>, _ filter: GiftFilter, at instant: Timestamp
  ) -> HTML {
    HTML(.nav, .classes("chips"), .label("Gifts by status")) {
      HTML(.ul, .fixed(.listRole)) {
        for standing in [nil] + GiftFilter.Standing.allCases.map(Optional.some) {
          let count = states.count { $0.stands(standing, rotating, at: instant) }
          HTML(.li) { chip(standing, count, filter) }
        }
      }
    }
  }

  private func chip(
    _ standing: GiftFilter.Standing?, _ count: Int, _ filter: GiftFilter
  ) -> HTML {
    // In a folder, each page has one filter.
    let target = site.isServed ? filter.with(standing) : GiftFilter.all.with(standing)
    let content = HTML(.span) {
      standing?.dot
      standing?.title ?? "All"
      HTML(.span, .classes("count")) { grouped(count) }
    }
    guard let address = context.address(of: .overview(target)) else {
      return HTML(.span, .classes("chip")) { content }
    }
    let mark: [Attribute] = filter.standing == standing ? [.fixed(.currentPage)] : []
    return HTML(.a, [.classes("chip"), .link(address)] + mark, content)
  }

  private func attention(_ catalogue: ShownCatalogue) -> HTML {
    guard !catalogue.notices.isEmpty else { return .empty }
    return HTML(.details, .classes("attention")) {
      HTML(.summary) {
        HTML(.span, .classes("sign"), .fixed(.hiddenFromReaders))
        counted(catalogue.notices.count, "warning")
      }
      HTML(.ul) {
        for notice in catalogue.notices {
          HTML(.li) {
            if let gift = notice.gift, catalogue.state(of: gift) != nil {
              context.link(to: .gift(gift, .standard)) { notice.text }
            } else if let rotation = notice.rotation {
              context.link(to: .rotation(rotation)) { notice.text }
            } else {
              notice.text
            }
          }
        }
      }
    }
  }

  private func weeks(_ catalogue: ShownCatalogue) -> HTML {
    guard let strip = strip(weeks: Self.stripWeeks, from: catalogue.instant) else { return .empty }
    let (rows, standing) = strip.rows(of: catalogue)
    guard !rows.isEmpty else { return .empty }
    return HTML(.section, .classes("weeks"), .label("The coming weeks")) {
      HTML(.header, .classes("heading")) {
        HTML(.h2) { "The coming \(Self.stripWeeks) weeks" }
        stripLegend
      }
      Strip.patterns
      HTML(.div, .classes("strip")) {
        HTML(.div, .classes("row head")) {
          HTML(.span)
          strip.axis
        }
        for row in rows.prefix(Self.stripRows) { stripRow(row, strip, at: catalogue.instant) }
      }
      if rows.count > Self.stripRows {
        HTML(.details, .classes("more")) {
          HTML(.summary) { "\(grouped(rows.count - Self.stripRows)) more" }
          HTML(.div, .classes("strip")) {
            for row in rows.dropFirst(Self.stripRows) {
              stripRow(row, strip, at: catalogue.instant)
            }
          }
        }
      }
      if standing > 0 {
        HTML(.p, .classes("quiet")) {
          "\(counted(standing, "other gift")) \(standing == 1 ? "is" : "are") live throughout."
        }
      }
    }
  }

  private func stripRow(_ row: Strip.Row, _ strip: Strip, at instant: Timestamp) -> HTML {
    HTML(.div, .classes("row")) {
      context.link(
        to: .gift(row.state.gift, .standard), .classes("label"),
        .title(context.plainName(row.state))
      ) {
        context.thumbnail(row.state.facingVersion(at: instant))
        HTML(.span, .classes("text")) { row.state.definition.map { context.name($0) } }
      }
      strip.bars(row.stretches, named: context.plainName(row.state))
    }
  }

  private func rotations(_ catalogue: ShownCatalogue) -> HTML {
    guard !catalogue.rotations.isEmpty else { return .empty }
    return HTML(.nav, .classes("rotations"), .label("Rotations")) {
      HTML(.span, .classes("label")) { "Rotations" }
      HTML(.ul, .fixed(.listRole)) {
        for rotation in catalogue.rotations {
          HTML(.li) {
            context.link(to: .rotation(rotation.name), .classes("chip")) {
              GiftFilter.Standing.rotation.dot
              rotation.name.text
              HTML(.span, .classes("count")) { grouped(rotation.plan.lineup.places.count) }
            }
          }
        }
      }
    }
  }

  private func tiles(
    _ states: [GiftState], of catalogue: ShownCatalogue, _ filter: GiftFilter
  ) -> HTML {
    HTML(.section, .classes("gifts"), .label("Gifts")) {
      HTML(.header, .classes("heading")) {
        HTML(.h2) { filter.isOpen ? "All gifts" : title(filter) }
        HTML(.p, .classes("quiet")) { counted(states.count, "gift") }
      }
      if states.isEmpty {
        HTML(.p, .classes("nothing")) {
          catalogue.states.isEmpty
            ? "There are no gifts yet. To add one: giftctl add" : "No gift matches."
        }
      } else {
        HTML(.div, .classes("tiles")) {
          for state in states { context.tile(state, in: catalogue) }
        }
      }
    }
  }

  /// A strip from an instant on; nil where the years end.
  func strip(weeks: Int64, from instant: Timestamp) -> Strip? {
    do {
      return Strip(
        span: try CalendarSpan(weeks: weeks, from: instant, in: clock.zone), context: context,
        instant: instant)
    } catch {
      return nil
    }
  }
}

extension GiftState {
  /// Whether it counts as that; nil counts all.
  fileprivate func stands(
    _ standing: GiftFilter.Standing?, _ rotating: Set<GiftID>, at instant: Timestamp
  ) -> Bool {
    switch standing {
    case nil: true
    case .rotation: rotating.contains(gift)
    case .live, .scheduled, .draft, .retired: status(at: instant).standing == standing
    }
  }
}

extension [GiftState] {
  /// As the catalogue has them: by order, then id.
  fileprivate var inOrder: [GiftState] {
    sorted {
      ($0.definition?.listOrder ?? 0, $0.gift) < ($1.definition?.listOrder ?? 0, $1.gift)
    }
  }
}
