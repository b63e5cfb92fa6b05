/// Where an app runs.
package enum Platform: String, Hashable, Sendable, CaseIterable {
  /// iPhone and iPad.
  case ios
  /// Android.
  case android
  /// A browser.
  case web
}

/// What a client says about itself; it gets what is for everybody, and for its kind.
package struct ClientKind: Hashable, Sendable {
  /// Where it runs; nil if it does not say.
  package var platform: Platform?
  /// The version of its app; nil if it does not say.
  package var app: AppVersion?
  /// Where its viewer is; nil if it does not say.
  package var region: Region?

  /// A client that says nothing about itself.
  package static let unknown = ClientKind()

  private init() {}

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
    guard parts.count <= 3, parts.contains(where: { !$0.isEmpty }) else {
      throw .malformed(.clientKind, text: text)
    }
    if !parts[0].isEmpty {
      guard let platform = Platform(rawValue: parts[0]) else {
        throw .malformed(.platform, text: parts[0])
      }
      self.platform = platform
    }
    if parts.count > 1, !parts[1].isEmpty {
      guard platform != nil else { throw .malformed(.clientKind, text: text) }
      app = try AppVersion(parts[1])
    }
    if parts.count > 2, !parts[2].isEmpty { region = try Region(parts[2]) }
  }
}
