package import GiftDomain

/// A line of an archive: of the whole catalogue with all of its history, without the bytes of
/// animations and pictures.
///
/// Assets come first; then each change, in order, followed by the rows that it made; then
/// announcements. So readers and writers hold only what stands at one change.
package enum ArchiveLine: Hashable, Sendable {
  /// An animation or a picture that rows name.
  case asset(ArchivedAsset)
  /// The next change.
  case change(ArchivedChange)
  /// Settings of a placement or a category that the change made.
  case group(GroupRecord)
  /// A plan of a rotation that the change made.
  case plan(RotationPlanRecord)
  /// A binding that the change made.
  case binding(RotationBinding)
  /// All that the change recorded of one gift.
  case edit(ArchivedEdit)
  /// The next announcement.
  case announcement(AnnouncementRecord)
}

extension ArchiveLine: Codable {
  private enum Kind: String, CodingKey {
    case asset
    case change
    case group
    case plan
    case binding
    case edit
    case announcement
  }

  /// An object with one member, which is named by its kind.
  ///
  /// Throws `DomainError`, or what the decoder throws.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Kind.self)
    guard let kind = values.allKeys.first else {
      throw DecodingError.keyNotFound(
        Kind.change, .init(codingPath: [], debugDescription: "a line of no kind"))
    }
    guard values.allKeys.count == 1 else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: "a line of several kinds"))
    }
    self =
      switch kind {
      case .asset: .asset(try values.decode(ArchivedAsset.self, forKey: kind))
      case .change: .change(try values.decode(ArchivedChange.self, forKey: kind))
      case .group: .group(try values.decode(GroupRecord.self, forKey: kind))
      case .plan: .plan(try values.decode(RotationPlanRecord.self, forKey: kind))
      case .binding: .binding(try values.decode(RotationBinding.self, forKey: kind))
      case .edit: .edit(try values.decode(ArchivedEdit.self, forKey: kind))
      case .announcement: .announcement(try values.decode(AnnouncementRecord.self, forKey: kind))
      }
  }

  /// Throws what the encoder throws.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Kind.self)
    switch self {
    case .asset(let asset): try values.encode(asset, forKey: .asset)
    case .change(let change): try values.encode(change, forKey: .change)
    case .group(let record): try values.encode(record, forKey: .group)
    case .plan(let record): try values.encode(record, forKey: .plan)
    case .binding(let binding): try values.encode(binding, forKey: .binding)
    case .edit(let edit): try values.encode(edit, forKey: .edit)
    case .announcement(let record): try values.encode(record, forKey: .announcement)
    }
  }
}

/// An animation or a picture in an archive.
package struct ArchivedAsset: Hashable, Sendable, Codable {
  /// The SHA-256 of its bytes.
  package let digest: SHA256Digest
  /// The number of its bytes, within `AnimationVersion.byteCounts`.
  package let byteCount: Int64
  /// Whether it is a picture; else it is an animation.
  package let isPicture: Bool
  /// Its compressed forms, by name.
  package let codings: [ArchivedCoding]

  /// An asset that rows name.
  ///
  /// Throws `DomainError.outOfRange` for a size that none has.
  package init(
    digest: SHA256Digest, byteCount: Int64, isPicture: Bool, codings: [ArchivedCoding]
  ) throws(DomainError) {
    self.digest = digest
    self.byteCount = try AnimationVersion.byteCounts.checked(byteCount, .animationBytes)
    self.isPicture = isPicture
    self.codings = codings
  }

  /// Throws `DomainError`, or what the decoder throws.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      digest: values.decode(SHA256Digest.self, forKey: .digest),
      byteCount: values.decode(Int64.self, forKey: .byteCount),
      isPicture: values.decode(Bool.self, forKey: .isPicture),
      codings: values.decode([ArchivedCoding].self, forKey: .codings))
  }
}

/// A compressed form of an animation.
package struct ArchivedCoding: Hashable, Sendable, Codable {
  /// The compression.
  package let coding: ContentCoding
  /// The SHA-256 of the compressed bytes.
  package let digest: SHA256Digest
}

/// A gift's binding to a rotation, during which it is in no other.
package struct RotationBinding: Hashable, Sendable, Codable {
  /// The bound gift.
  package let gift: GiftID
  /// The rotation, with the changes that bound and released the gift.
  package let row: Recorded<RotationName>
}

/// All rows of one gift that one change recorded, each with the change that superseded it since.
package struct ArchivedEdit: Hashable, Sendable, Codable {
  /// The gift.
  package let gift: GiftID
  /// Its new versions, by number.
  package internal(set) var versions: [CheckedVersion] = []
  /// Its new definition; nil if it kept its own.
  package internal(set) var definition: Recorded<Definition>?
  /// Its new steps and windows.
  package internal(set) var availabilities: [Recorded<Availability>] = []
  /// The new pictures of its versions.
  package internal(set) var pictures: [Recorded<PicturedVersion>] = []

  /// A version with the findings of its check, a JSON array.
  package struct CheckedVersion: Hashable, Sendable, Codable {
    /// The version, without its pictures, which are rows of their own.
    package let version: AnimationVersion
    /// The findings.
    package let findings: String
  }

  /// What recorded nothing of a gift yet.
  init(of gift: GiftID) { self.gift = gift }
}
