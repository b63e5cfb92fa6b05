import GiftDomain

/// What a request for the catalogue asks, besides what changed.
struct CatalogueQuestion: Hashable, Sendable {
  /// The placement, by name as in URLs; nil for `gifts`.
  let placement: AddressKey?
  /// The kind of client that sends it.
  let client: ClientKind
}

/// The parameters by which a client says who it is.
package enum ClientParameter: String, Hashable, Sendable, CaseIterable {
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
  /// The kind of client that a query's parameters describe; those without a value are nil.
  ///
  /// Throws `APIError.parameterMalformed`.
  init(
    _ value: (ClientParameter) -> [UInt8]?
  ) throws(APIError) {
    func text(_ parameter: ClientParameter) -> String? {
      value(parameter).map { String(decoding: $0, as: UTF8.self) }
    }
    func read<Value>(
      _ parameter: ClientParameter, _ parse: (String) throws(DomainError) -> Value
    ) throws(APIError) -> Value? {
      guard let text = text(parameter) else { return nil }
      do throws(DomainError) {
        return try parse(text)
      } catch {
        throw .parameterMalformed(parameter)
      }
    }
    let platform = text(.platform).map(Platform.init(rawValue:))
    if case .some(nil) = platform { throw .parameterMalformed(.platform) }
    self.init(
      platform: platform ?? nil,
      app: try read(.app) { text throws(DomainError) in try AppVersion(text) },
      region: try read(.region) { text throws(DomainError) in try Region(text) })
  }

  /// The parameters in normal form, in the order in which caches keep them.
  var query: [String] {
    [
      platform.map { "platform=\($0.rawValue)" }, app.map { "app=\($0)" },
      region.map { "region=\($0)" },
    ].compactMap(\.self)
  }
}
