import Build
import GiftDomain

/// The turns and windows of a calendar as an iCalendar file (RFC 5545) to which a calendar program
/// subscribes.
///
/// It has no METHOD: that would make it an invitation, whose events need an ORGANIZER (RFC 5546
/// §3.2.1).
struct CalendarFeed {
  /// The suffix that makes event ids globally unique (§3.8.4.7).
  static let domain = "gift-catalogue"

  private let calendar: GiftCalendar

  init(_ calendar: GiftCalendar) { self.calendar = calendar }

  var text: String { lines.map(\.folded).joined() }

  var lines: [ContentLine] {
    let head = [
      ContentLine("BEGIN", "VCALENDAR"), ContentLine("VERSION", "2.0"),
      ContentLine("PRODID", text: "-//\(Self.domain)//giftctl \(Build.version)//EN"),
      ContentLine("CALSCALE", "GREGORIAN"), ContentLine("X-WR-CALNAME", text: "Gifts"),
    ]
    let events = (calendar.turns.compactMap(event) + calendar.planned.compactMap(event))
      .sorted { ($0.from, $0.id) < ($1.from, $1.id) }.flatMap(lines)
    return head + (events.isEmpty ? Self.zone : events) + [ContentLine("END", "VCALENDAR")]
  }

  /// A calendar has at least one component (§3.6): where there is no event it is the zone of all
  /// times (§3.6.5), which shows nothing, so that a subscription goes on.
  private static let zone = [
    ContentLine("BEGIN", "VTIMEZONE"), ContentLine("TZID", "Etc/UTC"),
    ContentLine("BEGIN", "STANDARD"), ContentLine("DTSTART", "19700101T000000"),
    ContentLine("TZOFFSETFROM", "+0000"), ContentLine("TZOFFSETTO", "+0000"),
    ContentLine("END", "STANDARD"), ContentLine("END", "VTIMEZONE"),
  ]

  /// None for a turn without any time, on a day that its zone does not have.
  private func event(_ planned: PlannedTurn) -> CalendarEvent? {
    let turn = planned.turn
    return CalendarEvent(
      id: "\(planned.rotation).\(turn.number)", revision: "\(planned.revision)", from: turn.from,
      until: turn.until, summary: planned.summary, details: planned.details,
      isCancelled: turn.isSkipped)
  }

  /// By its beginning a window is known from others of its gift and layer, and stays the same event
  /// when its end moves.
  private func event(_ planned: PlannedAvailability) -> CalendarEvent? {
    let availability = planned.availability
    let layer: CalendarStretch.Layer = availability.isStanding ? .standing : .window
    return CalendarEvent(
      id: "\(planned.gift).\(layer.rawValue).\(availability.window.from.rfc3339)",
      revision: "\(calendar.change)", from: availability.window.from,
      until: availability.window.until, summary: planned.summary, details: [planned.sentence],
      isCancelled: false)
  }

  private func lines(_ event: CalendarEvent) -> [ContentLine] {
    [
      ContentLine("BEGIN", "VEVENT"), ContentLine("UID", text: "\(event.id)@\(Self.domain)"),
      ContentLine("DTSTAMP", calendar.now.iCalendarText), ContentLine("SEQUENCE", event.revision),
      ContentLine("DTSTART", event.from.iCalendarText),
      event.until.map { ContentLine("DTEND", $0.iCalendarText) },
      ContentLine("SUMMARY", text: event.summary),
      ContentLine("DESCRIPTION", text: event.details.joined(separator: "\n")),
      ContentLine("STATUS", event.isCancelled ? "CANCELLED" : "CONFIRMED"),
      ContentLine("TRANSP", "TRANSPARENT"), ContentLine("END", "VEVENT"),
    ].compactMap(\.self)
  }
}

/// What the events of turns and windows have in common.
private struct CalendarEvent {
  /// The same whenever the calendar is written.
  let id: String
  /// Grows when the event changes (§3.8.7.4).
  let revision: String
  let from: Timestamp
  /// Nil for what has a beginning only: the event takes up no time (§3.6.1).
  let until: Timestamp?
  let summary: String
  /// Lines of text.
  let details: [String]
  let isCancelled: Bool

  /// Nil unless it ends a whole second after it begins, or later, or never: no event ends when it
  /// begins (§3.8.2.2).
  init?(
    id: String, revision: String, from: Timestamp, until: Timestamp?, summary: String,
    details: [String], isCancelled: Bool
  ) {
    if let until, from.wholeSeconds >= until.wholeSeconds { return nil }
    self.id = id
    self.revision = revision
    self.from = from
    self.until = until
    self.summary = summary
    self.details = details
    self.isCancelled = isCancelled
  }
}

extension PlannedTurn {
  /// `spring 3: rose, heart`.
  fileprivate var summary: String {
    let gifts = turn.places.map(\.gift.text).joined(separator: ", ")
    let shown = turn.isSkipped ? "skipped" : gifts.isEmpty ? "no gifts" : gifts
    return "\(rotation) \(turn.number): \(shown)"
  }

  /// The turn, and which gifts come and go, one line each.
  fileprivate var details: [String] {
    [
      "Turn \(turn.number) of \(rotation), \(turn.local) \(zone)\(turn.isMoved ? ", moved" : "")",
      "Goes live at the start: \(incoming.listed(or: "none"))",
      "Goes off at the end: \(outgoing.listed(or: "none"))",
    ]
  }
}

extension PlannedAvailability {
  /// `rose: version 3`.
  fileprivate var summary: String {
    switch (availability.version, availability.isStanding) {
    case (let version?, false): "\(gift): version \(version)"
    case (let version?, true): "\(gift): version \(version) from now on"
    case (nil, false): "\(gift): off"
    case (nil, true): "\(gift): goes off"
    }
  }

  fileprivate var sentence: String {
    switch (availability.version, availability.isStanding) {
    case (let version?, false): "Version \(version) of \(gift) shows in a window."
    case (let version?, true): "Version \(version) becomes the standing version of \(gift)."
    case (nil, false): "\(gift) is off in a window."
    case (nil, true): "\(gift) goes off until it is published again."
    }
  }
}

extension Timestamp {
  /// UTC in whole seconds (§3.3.5, form 2): `20270302T013000Z`.
  fileprivate var iCalendarText: String {
    rfc3339.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
  }
}
