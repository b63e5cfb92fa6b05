import GiftDomain

/// The turns of a calendar as an iCalendar file (RFC 5545) to which a calendar program subscribes.
///
/// It has no METHOD: that would make it an invitation, whose events need an ORGANIZER (RFC 5546
/// §3.2.1).
struct CalendarFeed {
  /// What makes the ids of events unlike those of others (§3.8.4.7).
  static let domain = "gift-catalogue"

  private let calendar: GiftCalendar

  init(_ calendar: GiftCalendar) { self.calendar = calendar }

  var text: String { lines.map(\.folded).joined() }

  var lines: [ContentLine] {
    let head = [
      ContentLine("BEGIN", "VCALENDAR"), ContentLine("VERSION", "2.0"),
      ContentLine("PRODID", text: "-//\(Self.domain)//giftctl \(Version.text)//EN"),
      ContentLine("CALSCALE", "GREGORIAN"), ContentLine("X-WR-CALNAME", text: "Gift rotations"),
    ]
    let events = calendar.turns.flatMap(event)
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

  /// None for a turn without any time, on a day that its zone does not have: no event ends when it
  /// begins (§3.8.2.2).
  private func event(_ planned: PlannedTurn) -> [ContentLine] {
    let turn = planned.turn
    guard turn.from.wholeSeconds < turn.until.wholeSeconds else { return [] }
    return [
      ContentLine("BEGIN", "VEVENT"),
      ContentLine("UID", text: "\(planned.rotation).\(turn.number)@\(Self.domain)"),
      ContentLine("DTSTAMP", calendar.now.iCalendarText),
      ContentLine("SEQUENCE", "\(planned.revision)"),
      ContentLine("DTSTART", turn.from.iCalendarText),
      ContentLine("DTEND", turn.until.iCalendarText),
      ContentLine("SUMMARY", text: planned.summary),
      ContentLine("DESCRIPTION", text: planned.details.joined(separator: "\n")),
      ContentLine("STATUS", turn.isSkipped ? "CANCELLED" : "CONFIRMED"),
      ContentLine("TRANSP", "TRANSPARENT"),
      ContentLine("END", "VEVENT"),
    ]
  }
}

extension PlannedTurn {
  /// `spring 3: rose, heart`.
  fileprivate var summary: String {
    let gifts = turn.places.map(\.gift.text).joined(separator: ", ")
    let shown = turn.isSkipped ? "skipped" : gifts.isEmpty ? "no gifts" : gifts
    return "\(rotation) \(turn.number): \(shown)"
  }

  /// What comes and goes, a line each.
  fileprivate var details: [String] {
    [
      "Turn \(turn.number) of \(rotation), \(turn.local) \(zone)\(turn.isMoved ? ", moved" : "")",
      "In when it begins: \(incoming.listed(or: "none"))",
      "Out when it ends: \(outgoing.listed(or: "none"))",
    ]
  }
}

extension Timestamp {
  /// UTC in whole seconds (§3.3.5, form 2): `20270302T013000Z`.
  fileprivate var iCalendarText: String {
    rfc3339.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
  }
}
