/// Where an app runs.
package enum Platform: String, Hashable, Sendable, CaseIterable {
  /// iPhone and iPad.
  case ios
  /// Android.
  case android
  /// A browser.
  case web

  /// Throws `DomainError.malformed` for any other word.
  package init(_ text: String) throws(DomainError) {
    guard let platform = Platform(rawValue: text) else { throw .malformed(.platform, text: text) }
    self = platform
  }
}

/// What a client says about itself; it gets what is for everybody, and for its kind.
package struct ClientKind: Hashable, Sendable {
  /// Where it runs; nil if it does not say.
  package let platform: Platform?
  /// The version of its app; nil if it does not say.
  package let app: AppVersion?
  /// Where its viewer is; nil if it does not say.
  package let region: Region?

  /// A client that says nothing about itself.
  package static let unknown = ClientKind(platform: nil, app: nil, region: nil)

  /// A kind from its parts.
  package init(platform: Platform?, app: AppVersion?, region: Region?) {
    self.platform = platform
    self.app = app
    self.region = region
  }

  /// Parses `ios:8.3:DE`: a platform, the version of the app, and a region, of which each may be
  /// empty, and the last ones may be missing.
  ///
  /// Throws `DomainError.malformed`; also for an app's version without a platform.
  package init(_ text: String) throws(DomainError) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    func part<Value>(
      _ index: Int, _ parse: (String) throws(DomainError) -> Value
    ) throws(DomainError) -> Value? {
      guard index < parts.count, !parts[index].isEmpty else { return nil }
      return try parse(parts[index])
    }
    platform = try part(0) { text throws(DomainError) in try Platform(text) }
    app = try part(1) { text throws(DomainError) in try AppVersion(text) }
    region = try part(2) { text throws(DomainError) in try Region(text) }
    guard parts.count <= 3, self != .unknown, platform != nil || app == nil else {
      throw .malformed(.clientKind, text: text)
    }
  }
}
