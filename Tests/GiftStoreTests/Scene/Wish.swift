import GiftDomain
import GiftStore
import Hashing

/// What the content team may ask of a gift, decided by the domain's pure functions.
enum Wish: Sendable {
  case add(Upload?, DefinitionPatch)
  case publish(
    VersionNumber? = nil, from: Timestamp? = nil, until: Timestamp? = nil, replacing: Bool = false)
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

  func decide(_ context: EditContext) throws(Rejection) -> GiftState {
    let (current, now) = (context.current, context.now)
    switch self {
    case .add(let upload, let patch):
      return try current.adding(upload?.candidate, patch, change: context.change)
    case .publish(let version, let from, let until, let replacing):
      let window: Window
      do {
        window = try Window(from: from ?? now, until: until)
      } catch {
        throw .invalid(error)
      }
      return try current.publishing(version, in: window, now: now, replacing: replacing)
    case .retire(let instant):
      return try current.retiring(at: instant ?? now, now: now)
    case .rollBack(let target):
      return current.rollingBack(to: try context.rollbackTarget(target), now: now)
    }
  }

  func edit(of gift: GiftID) -> GiftEdit {
    GiftEdit(gift: gift, upload: upload) { context throws(Rejection) in try decide(context) }
  }

  /// A definition, and the animation of `byte` or none.
  static func add(
    _ byte: UInt8? = nil, name: String = "Rose", price: Int64 = 10
  ) throws -> Wish {
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
      candidate: AnimationCandidate(
        asset: try SHA256Digest(bytes: sha256([byte])), byteCount: 1,
        facts: try AnimationFacts(
          width: 512, height: 256, frameRateHz: 29.97, frameCount: 90.5, durationMs: 3_020)),
      bytes: [byte], findings: #"[{"code": "byte.\#(byte)"}]"#)
  }
}

extension GiftStore {
  /// One wish for one gift.
  @discardableResult
  func edit(
    _ wish: Wish, of gift: GiftID, expected: ChangeNumber? = nil, isDryRun: Bool = false
  ) async throws -> EditOutcome {
    try await edit(
      EditRequest(
        verb: wish.verb, actor: try Actor("tester"), expected: expected, isDryRun: isDryRun),
      [wish.edit(of: gift)])
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
