/// A platform, and the versions of its app.
///
/// People write `ios`, `ios:8.2+`, `ios:8.2-8` or `ios:-8`, which needs no quotes in a shell; rows,
/// JSON and manifests have `ios`, `ios>=8.2`, `ios>=8.2<9` and `ios<9`. Either is read everywhere.
package struct PlatformRule: Hashable, Sendable, TextCodable {
  /// The platform.
  package let platform: Platform
  /// The first version; nil for no lower bound.
  package let least: AppVersion?
  /// The first version that is too new; nil for no upper bound.
  package let below: AppVersion?

  /// Throws `DomainError.malformed` for text of another form, and for bounds without a version
  /// between them.
  package init(_ text: String) throws(DomainError) {
    let name = text.prefix { !">< :".contains($0) }
    let bounds = text.dropFirst(name.count)
    guard let platform = Platform(rawValue: String(name)),
      let (least, below) = Self.bounds(spelled: bounds) ?? Self.bounds(signed: bounds)
    else { throw .malformed(.platformRule, text: text) }
    let isEmpty = if let least, let below { least >= below } else { false }
    guard !isEmpty else { throw .malformed(.platformRule, text: text) }
    self.platform = platform
    self.least = least
    self.below = below
  }

  /// The rule as it is stored, with its versions in normal form.
  package var text: String {
    platform.rawValue + (least.map { ">=\($0)" } ?? "") + (below.map { "<\($0)" } ?? "")
  }

  /// The rule as people write it: `ios:8.2-8`, whose last version includes all that begin with it.
  ///
  /// Nothing comes before version 0, so that `ios<0`, which fits no client, stays as it is stored.
  package var spelling: String {
    guard let below else { return platform.rawValue + (least.map { ":\($0)+" } ?? "") }
    guard let last = below.lastBefore else { return text }
    return "\(platform.rawValue):\(least?.text ?? "")-\(last)"
  }

  /// Whether it fits a client; one that does not say its version fits only a rule without any.
  func fits(_ client: ClientKind) -> Bool {
    guard client.platform == platform else { return false }
    guard least != nil || below != nil else { return true }
    guard let app = client.app else { return false }
    return least.map { app >= $0 } ?? true && below.map { app < $0 } ?? true
  }

  private typealias Bounds = (least: AppVersion?, below: AppVersion?)

  /// Reads `:8.2+`, `:8.2-8` and `:-8`; nil for anything else.
  private static func bounds(spelled text: Substring) -> Bounds? {
    guard text.first == ":" else { return nil }
    let versions = text.dropFirst()
    if versions.last == "+" { return version(versions.dropLast()).map { ($0, nil) } }
    let parts = versions.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let below = AppVersion.first(after: parts[1]) else { return nil }
    guard !parts[0].isEmpty else { return (nil, below) }
    return version(parts[0]).map { ($0, below) }
  }

  /// Reads nothing, `>=8.2`, `>=8.2<9` and `<9`; nil for anything else.
  private static func bounds(signed text: Substring) -> Bounds? {
    let parts = text.split(separator: "<", maxSplits: 1, omittingEmptySubsequences: false)
    var bounds: Bounds = (nil, nil)
    if !parts[0].isEmpty {
      guard parts[0].hasPrefix(">="), let least = version(parts[0].dropFirst(2)) else { return nil }
      bounds.least = least
    }
    if parts.count == 2 {
      guard let below = version(parts[1]) else { return nil }
      bounds.below = below
    }
    return bounds
  }

  /// A version; nil if the text is none.
  private static func version(_ text: Substring) -> AppVersion? {
    // It throws for nothing but other text.
    try? AppVersion(String(text))
  }
}
