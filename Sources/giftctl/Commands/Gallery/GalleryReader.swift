import Gallery
import GiftDomain
import GiftPublishing
import GiftStore
import Pictures

/// A page of what a catalogue does not have.
struct MissingPage: Error {
  /// What it does not have, such as `no gift rose`.
  let what: String

  init(_ what: String) { self.what = what }
}

/// Reads what pages show, as the user's own database role.
struct GalleryReader: Sendable {
  /// The events on a gift's page.
  private static let events = 50
  /// The weeks that warnings are about.
  private static let weeks: Int64 = 12

  let store: GiftStore
  let zone: ZoneRules
  /// How sentences write instants.
  let style: TimeStyle
  let drawings: GalleryDrawings
  let grounds = PreviewGrounds()

  /// The catalogue at an instant, nil for now.
  func catalogue(at instant: Timestamp?) async throws -> ShownCatalogue {
    let view = try await store.view(at: instant.map(Moment.instant) ?? .now)
    return ShownCatalogue(
      states: view.states, rotations: view.rotations, change: view.change, instant: view.instant,
      now: view.now, notices: notices(view))
  }

  /// The previews on a page that move on a light ground.
  func lightPreviews(
    on page: Page, of catalogue: ShownCatalogue
  ) async throws -> Set<SHA256Digest> {
    try await grounds.light(among: catalogue.previews(on: page), in: store)
  }

  /// A page about a catalogue that was read for `instant`, nil for now.
  ///
  /// Throws `MissingPage` for what the catalogue does not have.
  func html(
    of page: Page, in catalogue: ShownCatalogue, on site: Site, at instant: Timestamp?,
    locale: LocaleTag?
  ) async throws -> HTML {
    let pages = GalleryPages(
      PageContext(
        site: site, clock: PageClock(zone: zone, now: catalogue.now), at: instant, locale: locale,
        lightPreviews: try await lightPreviews(on: page, of: catalogue)))
    switch page {
    case .overview(let filter): return pages.overview(catalogue, filter)
    case .boundary(let boundary): return pages.boundary(catalogue, at: boundary)
    case .gift(let gift, let focus):
      guard let content = try await content(of: gift, focus, in: catalogue) else {
        throw MissingPage("no gift \(gift)")
      }
      for number in [focus.version, focus.comparison?.version].compactMap(\.self)
      where content.state.version(number) == nil {
        throw MissingPage("no version \(number) of \(gift)")
      }
      return pages.gift(content, focus, in: catalogue)
    case .rotation(let name):
      guard let rotation = catalogue.rotations.first(where: { $0.name == name }) else {
        throw MissingPage("no rotation \(name)")
      }
      return pages.rotation(rotation, sentence(of: rotation), in: catalogue)
    }
  }

  /// What a gift's page shows; nil for a gift that the catalogue does not have.
  private func content(
    of gift: GiftID, _ focus: GiftFocus, in catalogue: ShownCatalogue
  ) async throws -> GiftContent? {
    guard let state = catalogue.state(of: gift) else { return nil }
    let record = try await store.record(of: gift)
    let past = try await store.events(
      of: gift, by: nil, at: catalogue.instant < catalogue.now ? .instant(catalogue.instant) : .now,
      before: catalogue.change.next, limit: Self.events + 1)
    let events = try TimeStyle.$current.withValue(style) {
      try past.events(of: gift, catalogue.rotations)
    }
    return GiftContent(
      state: state,
      findings: (record?.findings ?? [:]).mapValues { text in
        FindingsText.decode(text).map(GiftContent.Finding.init)
      },
      events: Array(events.prefix(Self.events)),
      hasOlderEvents: events.count > Self.events,
      drawnLength: drawings.canDraw ? PictureLimits.motionLength : nil,
      difference: try await difference(state, focus, in: catalogue))
  }

  /// A rotation's rule, as `giftctl rotation show` prints it.
  private func sentence(of rotation: Rotation) -> String {
    TimeStyle.$current.withValue(style) { rotation.plan.sentence }
  }

  private func difference(
    _ state: GiftState, _ focus: GiftFocus, in catalogue: ShownCatalogue
  ) async throws -> Double? {
    guard let comparison = focus.comparison, let other = state.version(comparison.version),
      let version = focus.version.flatMap(state.version)
    else { return nil }
    do {
      return try await drawings.difference(
        version.asset, other.asset, at: comparison.position, from: store)
    } catch is DrawingError, GalleryError.busy {
      // The page has more than this number.
      return nil
    }
  }

  private func notices(_ view: CatalogueView) -> [ShownCatalogue.Notice] {
    TimeStyle.$current.withValue(style) {
      let broken = view.broken.map { part in
        ShownCatalogue.Notice(
          gift: nil, rotation: nil,
          text: "\(part.subject) is left out: one of its rows was not written by giftctl.")
      }
      return broken + warnings(view)
    }
  }

  private func warnings(_ view: CatalogueView) -> [ShownCatalogue.Notice] {
    do {
      let span = try CalendarSpan(weeks: Self.weeks, from: view.instant, in: zone)
      let calendar = try GiftCalendar(
        states: view.states, rotations: view.rotations, groups: view.groups, span: span,
        instant: view.instant, now: view.now, change: view.change)
      return calendar.warnings.map {
        ShownCatalogue.Notice(gift: $0.gift, rotation: $0.rotation, text: $0.message)
      }
    } catch {
      // Where the years end, nothing can be warned of.
      return []
    }
  }
}

extension GiftContent.Finding {
  fileprivate init(_ finding: FindingDocument) {
    // Findings may come from an archive written by hand.
    self.init(
      severity: shown(finding.severity), code: shown(finding.code),
      place: shown(
        "line \(finding.line), column \(finding.column)"
          + (finding.pointer.isEmpty ? "" : ", \(finding.pointer)")),
      message: shown(finding.message))
  }
}

extension PastEvents {
  /// The gift's edits and the boundaries that passed, newest first.
  fileprivate func events(
    of gift: GiftID, _ rotations: [Rotation]
  ) throws -> [GiftContent.Event] {
    let edits = try changes.map { change in
      let effect = try ChangeEffect(change, in: self, rotations, of: gift)
      let record = change.record
      return GiftContent.Event(
        at: record.at,
        edit: GiftContent.Edit(
          change: record.number, actor: record.actor, verb: record.verb.rawValue,
          reason: record.reason),
        lines: (effect.gifts[gift] ?? [])
          + effect.rotationLines)
    }
    let boundaries = announcements.map { record in
      GiftContent.Event(at: record.announcement.due, edit: nil, lines: [record.what])
    }
    return (edits + boundaries).sorted { $0.at > $1.at }
  }
}
