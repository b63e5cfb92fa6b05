package import GiftDomain

/// What all parts of a page share: where it is, whose clock it shows, and which instant.
package struct PageContext: Sendable {
  /// Where pages are.
  package let site: Site
  /// The reader's clock.
  package let clock: PageClock
  /// The requested instant; nil for now.
  package let at: Timestamp?
  /// The language of names; nil for that of their fallback.
  package let locale: LocaleTag?
  /// The previews of dark art, which move on a light ground.
  package let lightPreviews: Set<SHA256Digest>

  /// A context from its parts.
  package init(
    site: Site, clock: PageClock, at: Timestamp?, locale: LocaleTag?,
    lightPreviews: Set<SHA256Digest>
  ) {
    self.site = site
    self.clock = clock
    self.at = at
    self.locale = locale
    self.lightPreviews = lightPreviews
  }

  /// The address of a page at the same instant.
  func address(of page: Page, fragment: String = "") -> Address? {
    site.address(of: page, at: at, in: locale, fragment: fragment)
  }

  /// A link to a page, or only its content where there is no such page.
  func link(
    to page: Page, at instant: Timestamp? = nil, fragment: String = "",
    _ attributes: Attribute..., @HTMLBuilder content: () -> HTML
  ) -> HTML {
    guard
      let address = site.address(of: page, at: instant ?? at, in: locale, fragment: fragment)
    else {
      return HTML(.span, attributes, content())
    }
    return HTML(.a, [.link(address)] + attributes, content())
  }

  /// An instant by its distance, such as `in 5 days`, with the instant as a hint; in a folder,
  /// which is read at any time, the instant itself.
  func distance(to instant: Timestamp, from now: Timestamp) -> HTML {
    guard site.isServed else { return clock.time(instant) }
    return HTML(.time, .instant(instant), .title(clock.text(instant))) {
      instant < now
        ? "\(duration(from: instant, to: now)) ago" : GiftDomain.distance(from: now, to: instant)
    }
  }

  /// The overview in the language of the names.
  var overview: Page {
    .overview(GiftFilter(locale: locale))
  }
}

/// The reader's clock: the zone of times, and the year that they leave out.
package struct PageClock: Sendable {
  /// The zone.
  package let zone: ZoneRules
  /// The year that is left out.
  package let thisYear: Int64

  /// A clock that leaves out the year of an instant.
  package init(zone: ZoneRules, now: Timestamp) {
    self.zone = zone
    thisYear = zone.local(at: now).date.year
  }

  /// `Tue 1 Dec 10:00`.
  func text(_ instant: Timestamp) -> String {
    zone.local(at: instant).written(thisYear: thisYear)
  }

  /// An instant, for people and for programs.
  func time(_ instant: Timestamp) -> HTML {
    HTML(.time, .instant(instant)) { text(instant) }
  }

  /// `Tue 1 Dec 2026 10:00`, for what may be read in another year.
  func dated(_ instant: Timestamp) -> HTML {
    // There is no year 0.
    HTML(.time, .instant(instant)) { zone.local(at: instant).written(thisYear: 0) }
  }

  /// `2026-12-01T10:00`, as fields of forms have it.
  func field(_ instant: Timestamp) -> String {
    let local = zone.local(at: instant)
    let minutes = local.secondOfDay / 60
    return "\(local.date.text)T\(padded(minutes / 60, 2)):\(padded(minutes % 60, 2))"
  }
}
