import GiftDomain

@testable import GiftPublishing

/// One way to write a wrong entry into a manifest, and what is said about it.
struct BadEntry: Sendable {
  let kind: String
  let spoil: @Sendable (inout Manifest.Entry) -> Void

  init(_ kind: String, _ spoil: @escaping @Sendable (inout Manifest.Entry) -> Void) {
    self.kind = kind
    self.spoil = spoil
  }

  static let all = values + files

  private static let values = [
    BadEntry("invalid gift id") { $0.id = "-Rose" },
    BadEntry("invalid name") { $0.definition.names = ["en": "two\nlines"] },
    BadEntry("invalid locale") { $0.definition.names = ["english_": "Rose"] },
    BadEntry("invalid locale") { $0.definition.fallback = "english_" },
    BadEntry("invalid price") { $0.definition.price = -1 },
    BadEntry("invalid category") { $0.definition.category = "Flowers" },
    BadEntry("invalid order") { $0.definition.order = .max },
    BadEntry("invalid placement") { $0.definition.places = ["two words"] },
    BadEntry("invalid placement") { $0.definition.places = ["splash", "splash:2"] },
    BadEntry("invalid number in a placement") { $0.definition.places = ["splash:two"] },
    BadEntry("invalid order") { $0.definition.places = ["gifts:1000001"] },
    BadEntry("invalid rule for a platform") { $0.definition.only = ["ios>8"] },
    BadEntry("invalid region") { $0.definition.regions = ["UK"] },
    BadEntry("invalid region") { $0.definition.regions = ["Germany"] },
    BadEntry("invalid tag") { $0.definition.tags = ["two words"] },
    BadEntry("invalid note or reason") { $0.definition.note = "" },
    BadEntry("invalid number of plays") { $0.playback.loop = .times(1_001) },
    BadEntry("invalid number of plays") { $0.playback.loop = .times(-1) },
    BadEntry("invalid segment") { $0.playback.loop = .segment("two\nlines") },
    BadEntry("invalid segment") {
      $0.playback.segments = [.init(name: "main", first: 30, last: 30)]
    },
    // The rose has 90 frames.
    BadEntry("invalid segment") {
      $0.playback.segments = [.init(name: "main", first: 30, last: 90.5)]
    },
    BadEntry("invalid segment") {
      $0.playback.segments = [.init(name: "main", first: -1, last: 30)]
    },
    BadEntry("invalid instant") { $0.plan.from = "tomorrow" },
    BadEntry("invalid instant") { $0.plan.until = "2026-13-01T00:00:00Z" },
    BadEntry("invalid instant") { ($0.plan.publish, $0.plan.from) = (nil, "tomorrow") },
    BadEntry("invalid instant") { ($0.plan.publish, $0.plan.until) = (false, "soon") },
    BadEntry("invalid locale") { $0.definition.names = ["en": "Rose", "EN": "Rosa"] },
    BadEntry("invalid version") { $0.plan.version = 0 },
    BadEntry("invalid instant") { $0.plan.retire = "never" },
    BadEntry("invalid price") {
      $0.plan.windows = [
        .init(from: "2027-02-08T10:00:00Z", until: "2027-03-01T10:00:00Z", price: -1)
      ]
    },
    BadEntry("invalid order") {
      $0.plan.windows = [
        .init(from: "2027-02-08T10:00:00Z", until: "2027-03-01T10:00:00Z", order: .max)
      ]
    },
    BadEntry("invalid instant") {
      $0.plan.windows = [.init(from: "2026-02-30 10:00", until: "2026-03-01 10:00")]
    },
    BadEntry("invalid instant") { $0.plan.until = "2026-12-01 10:00" },
    BadEntry("invalid instant") {
      $0.plan.windows = [.init(from: "2026-12-01 10:00", until: "2026-12-02 10:00")]
    },
  ]

  private static let files = [
    BadEntry("outside ../rose.json") { $0.file = "../rose.json" },
    BadEntry("outside a/../../rose.json") { $0.file = "a/../../rose.json" },
    BadEntry("outside /etc/passwd") { $0.file = "/etc/passwd" },
    BadEntry("outside a//rose.json") { $0.file = "a//rose.json" },
    BadEntry("outside ") { $0.file = "" },
    BadEntry("outside rose.json\0") { $0.file = "rose.json\0" },
    BadEntry("unreadable there is no missing.json") { $0.file = "missing.json" },
    BadEntry("refused empty.json") { $0.file = "empty.json" },
  ]

  /// The fixtures, and a file that the check refuses.
  static func read(_ name: String) -> Result<[UInt8], FileFault> {
    name == "empty.json" ? .success(Array("{}".utf8)) : Fixtures.read(name)
  }
}

extension ImportProblem.Reason {
  /// The reason in short.
  var kind: String {
    switch self {
    case .invalid(let error): "invalid \(error.valueKind?.rawValue ?? "")"
    case .manifest(let fault): "manifest \(fault)"
    case .unreadable(_, let reason): "unreadable \(reason)"
    case .fileOutside(let file): "outside \(file)"
    case .packed(let file, _): "packed \(file)"
    case .refused(let file, _): "refused \(file)"
    case .rejected: "rejected"
    }
  }
}

extension DomainError {
  /// Of which value it speaks.
  var valueKind: ValueKind? {
    switch self {
    case .malformed(let kind, _), .outOfRange(let kind, _, _), .tooMany(let kind, _, _),
      .repeated(let kind, _):
      kind
    case .fallbackMissing: .localeTag
    case .priceMissing, .termsWithoutEnd: .price
    case .emptySegment, .segmentOutside, .segmentMissing: .segment
    case .emptyWindow, .overlap, .unplayable: nil
    }
  }
}
