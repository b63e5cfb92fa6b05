import GiftDomain
import GiftStore

// The archive as JSON: the rows of `Archive`, with instants in RFC 3339 and digests in hex.

struct ArchiveDocument: Codable {
  static let currentFormat = "gift-catalogue-archive-2"

  var format: String
  var changes: [ChangeDocument]
  var gifts: [GiftDocument]
  var rotations: [RotationPlanDocument]
  var rotationGifts: [RotationGiftDocument]
  var announcements: [AnnouncementDocument]

  init(_ archive: Archive) {
    format = Self.currentFormat
    rotations = archive.plans.map(RotationPlanDocument.init)
    rotationGifts = archive.bindings.map(RotationGiftDocument.init)
    announcements = archive.announcements.map(AnnouncementDocument.init)
    changes = archive.changes.map(ChangeDocument.init)
    gifts = archive.gifts.map(GiftDocument.init)
  }

  func archive() throws(DomainError) -> Archive {
    var decodedChanges: [ArchivedChange] = []
    for change in changes { decodedChanges.append(try change.archived()) }
    var decodedGifts: [ArchivedGift] = []
    for gift in gifts { decodedGifts.append(try gift.archived()) }
    var plans: [StoredPlan] = []
    for plan in rotations { plans.append(try plan.stored()) }
    var bindings: [RotationBinding] = []
    for gift in rotationGifts { bindings.append(try gift.binding()) }
    var records: [AnnouncementRecord] = []
    for announcement in announcements { records.append(try announcement.record()) }
    return Archive(
      changes: decodedChanges, gifts: decodedGifts, plans: plans, bindings: bindings,
      announcements: records)
  }
}

struct ChangeDocument: Codable {
  var number: Int64
  var at: String
  var actor: String
  var login: String
  var reason: String?
  var verb: String
  var altersCatalogue: Bool
  /// Text within the text: it is kept byte for byte, as the digest is of it.
  var commands: String
  var digest: String

  init(_ archived: ArchivedChange) {
    let change = archived.record
    number = change.number.value
    at = change.at.rfc3339
    actor = change.actor.text
    login = change.login
    reason = change.reason?.text
    verb = change.verb.rawValue
    altersCatalogue = change.altersCatalogue
    commands = archived.commands
    digest = archived.digest.hex
  }

  func archived() throws(DomainError) -> ArchivedChange {
    guard let verb = Verb(rawValue: verb) else { throw .malformed(.verb, text: verb) }
    let record = ChangeRecord(
      number: try ChangeNumber(number), at: try Timestamp(rfc3339: at),
      actor: try Actor(actor), login: login,
      reason: try reason.map { text throws(DomainError) in try Reason(text) }, verb: verb,
      altersCatalogue: altersCatalogue)
    return ArchivedChange(
      record: record, commands: commands, digest: try SHA256Digest(hex: digest))
  }
}

struct GiftDocument: Codable {
  var id: String
  var changes: [Int64]
  var versions: [VersionDocument]
  var definitions: [DefinitionDocument]
  var availabilities: [AvailabilityDocument]

  init(_ gift: ArchivedGift) {
    id = gift.history.gift.text
    changes = gift.history.changes.map(\.value)
    versions = gift.history.versions.map {
      VersionDocument($0, findings: gift.findings[$0.number] ?? "[]")
    }
    definitions = gift.history.definitions.map(DefinitionDocument.init)
    availabilities = gift.history.availabilities.map(AvailabilityDocument.init)
  }

  func archived() throws(DomainError) -> ArchivedGift {
    let gift = try GiftID(id)
    var numbers: [ChangeNumber] = []
    for change in changes { numbers.append(try ChangeNumber(change)) }
    var findings: [VersionNumber: String] = [:]
    var decodedVersions: [AnimationVersion] = []
    for version in versions {
      let decoded = try version.version(of: gift)
      findings[decoded.number] = version.findings
      decodedVersions.append(decoded)
    }
    var decodedDefinitions: [Recorded<Definition>] = []
    for definition in definitions { decodedDefinitions.append(try definition.recorded()) }
    var decodedAvailabilities: [Recorded<Availability>] = []
    for availability in availabilities {
      decodedAvailabilities.append(try availability.recorded())
    }
    return ArchivedGift(
      history: GiftHistory(
        gift: gift, versions: decodedVersions, definitions: decodedDefinitions,
        availabilities: decodedAvailabilities, changes: numbers),
      findings: findings)
  }
}
