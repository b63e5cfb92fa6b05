import GiftDomain

/// What a request for the catalogue asks, besides what changed.
struct CatalogueQuestion: Hashable, Sendable {
  /// The placement, by name as in URLs; nil for `gifts`.
  let placement: AddressKey?
  /// The kind of client that sends it.
  let client: ClientKind
}

/// A parameter by which a client says what it is.
package enum ClientParameter: Hashable, Sendable {
  /// `ios`, `android` or `web`.
  case platform
  /// The version of its app.
  case app
  /// Where its viewer is.
  case region

  /// How it is written, as a sentence for developers of clients.
  var rule: String {
    switch self {
    case .platform: "The parameter platform is ios, android or web, once."
    case .app:
      "The parameter app is the version of the platform's app, once: up to "
        + "\(AppVersion.maxNumbers) numbers of up to \(AppVersion.maxDigits) digits, such as 8.3."
    case .region: "The parameter region is a country's code of two letters, such as DE, once."
    }
  }
}

extension ClientKind {
  /// The kind of client that parameters describe.
  ///
  /// Throws `APIError.parameterMalformed`.
  init(_ values: QueryValues) throws(APIError) {
    func read<Value>(
      _ name: QueryValues.Name, _ parameter: ClientParameter,
      _ parse: (String) throws(DomainError) -> Value
    ) throws(APIError) -> Value? {
      guard let bytes = values[name] else { return nil }
      do throws(DomainError) {
        return try parse(String(decoding: bytes, as: UTF8.self))
      } catch {
        throw .parameterMalformed(parameter)
      }
    }
    self.init(
      platform: try read(.platform, .platform) { text throws(DomainError) in try Platform(text) },
      app: try read(.app, .app) { text throws(DomainError) in try AppVersion(text) },
      region: try read(.region, .region) { text throws(DomainError) in try Region(text) })
  }

  /// The parameters in normal form, in the order in which caches keep them.
  var query: [String] {
    [
      platform.map { "platform=\($0.rawValue)" }, app.map { "app=\($0)" },
      region.map { "region=\($0)" },
    ].compactMap(\.self)
  }
}
