import GiftDomain
import GiftStore
import Support

/// What the content team may ask of a gift.
enum GiftAction: Sendable {
  case add(Upload?, DefinitionPatch)
  case publish(
    VersionNumber? = nil, from: Timestamp? = nil, until: Timestamp? = nil,
    replacing: Replacement = .nothing)
  case retire(at: Timestamp? = nil)
  case rollBack(to: ChangeNumber? = nil)

  var verb: Verb {
    switch self {
    case .add: .add
    case .publish: .publish
    case .retire: .retire
    case .rollBack: .rollback
    }
  }

  var upload: Upload? {
    switch self {
    case .add(let upload, _): upload
    case .publish, .retire, .rollBack: nil
    }
  }

  func commands(of gift: GiftID) -> [Command] {
    switch self {
    case .add(let upload, let patch):
      [.define(gift: gift, patch: patch)]
        + (upload.map { [.addVersion(gift: gift, animation: $0.candidate)] } ?? [])
    case .publish(let version, let from, let until, let replacing):
      [.publish(gift: gift, version: version, from: from, until: until, replace: replacing)]
    case .retire(let instant): [.retire(gift: gift, at: instant)]
    case .rollBack(let target): [.rollBack(gift: gift, to: target)]
    }
  }

  /// A definition, and the animation of `byte` or none.
  static func add(
    _ byte: UInt8? = nil, name: String = "Rose", price: Int64 = 10
  ) throws -> GiftAction {
    var patch = DefinitionPatch()
    patch.names[try LocaleTag("en")] = try GiftName(name)
    patch.price = try Price(coins: price)
    return .add(try byte.map { try Upload(byte: $0) }, patch)
  }
}

extension Upload {
  /// An animation of one byte, which the store takes for one like any other.
  init(byte: UInt8) throws {
    self.init(
      candidate: try AnimationCandidate(
        asset: try SHA256Digest(bytes: sha256([byte])), byteCount: 1,
        facts: try AnimationFacts(
          width: 512, height: 256, frameRateHz: 29.97, frameCount: 90.5, durationMs: 3_020),
        playback: .once, chosen: .none),
      bytes: [byte], findings: #"[{"code": "byte.\#(byte)"}]"#)
  }
}

extension GiftStore {
  /// One action for one gift.
  @discardableResult
  func edit(
    _ action: GiftAction, of gift: GiftID, expected: ChangeNumber? = nil, isDryRun: Bool = false
  ) async throws -> EditOutcome {
    try await commit(
      action.commands(of: gift),
      EditRequest(
        verb: action.verb, actor: try Actor("tester"), expected: expected, isDryRun: isDryRun),
      uploads: action.upload.map { [$0] } ?? [])
  }

  /// All changes, oldest first.
  func allChanges() async throws -> [ListedChange] {
    try await changes(of: nil, before: nil, limit: 100_000).reversed()
  }
}

extension ChangeNumber {
  /// A number known to be one.
  static func number(_ value: Int) throws -> ChangeNumber { try ChangeNumber(Int64(value)) }
}
