import GiftDomain
import GiftStore

/// An announcement in an archive.
struct AnnouncementDocument: Codable {
  var number: Int64
  var due: String
  var gift: String
  var event: String
  var version: Int64
  var rotation: String?
  var turn: Int64?
  var change: Int64
  var announcedAt: String

  init(_ record: AnnouncementRecord) {
    let announcement = record.announcement
    number = record.number
    due = announcement.due.rfc3339
    gift = announcement.gift.text
    event = announcement.event.rawValue
    version = announcement.version.value
    if case .rotation(let name, let turn) = announcement.cause {
      rotation = name.text
      self.turn = turn
    }
    change = record.change.value
    announcedAt = record.announcedAt.rfc3339
  }

  func record() throws(DomainError) -> AnnouncementRecord {
    guard let event = Announcement.Event(rawValue: event) else {
      throw .malformed(.verb, text: event)
    }
    var cause = Announcement.Cause.window
    if let rotation, let turn { cause = .rotation(try RotationName(rotation), turn: turn) }
    return AnnouncementRecord(
      number: number,
      announcement: Announcement(
        due: try Timestamp(rfc3339: due), gift: try GiftID(gift), event: event,
        version: try VersionNumber(version), cause: cause),
      change: try ChangeNumber(change), announcedAt: try Timestamp(rfc3339: announcedAt))
  }
}
