/// What an app says about itself, so that it gets the gifts that are for it.
///
/// Without it, an app gets what is for everybody.
public struct ClientIdentity: Sendable, Hashable {
  /// Where an app runs.
  public enum Platform: String, Sendable, Hashable {
    /// iPhone and iPad.
    case iOS = "ios"
    /// Android.
    case android
    /// A browser.
    case web
  }

  /// An app that says nothing about itself.
  public static let unknown = ClientIdentity()

  /// Where the app runs.
  public let platform: Platform?
  /// The app's version, without zeros at its end.
  public let app: String?
  /// The viewer's country or territory: two capital letters (ISO 3166).
  public let region: String?

  private init() { (platform, app, region) = (nil, nil, nil) }

  /// Takes what an app knows about itself.
  ///
  /// - Parameters:
  ///   - platform: where it runs.
  ///   - app: its version, such as `CFBundleShortVersionString`: one to four numbers of at most
  ///     nine digits, with dots between them.
  ///   - region: the viewer's, such as `Locale.current.regionCode`; what is not a code of two
  ///     letters, as that of a continent, counts as none.
  /// - Throws: `invalidClient` for a version that does not consist of numbers.
  public init(
    platform: Platform, app: String? = nil, region: String? = nil
  ) throws(GiftClientError) {
    self.platform = platform
    self.app = try app.map { text throws(GiftClientError) in try Self.normal(text) }
    // Before they become capitals: ß becomes two of them.
    let isCode = region.map { code in
      code.utf8.count == 2 && code.utf8.allSatisfy { (97...122).contains($0 | 0x20) }
    }
    self.region = isCode == true ? region?.uppercased() : nil
  }

  /// The parameters of requests, in the form in which caches on the way share answers.
  var parameters: [String] {
    [
      platform.map { "platform=\($0.rawValue)" }, app.map { "app=\($0)" },
      region.map { "region=\($0)" },
    ].compactMap { $0 }
  }

  private static func normal(_ version: String) throws(GiftClientError) -> String {
    var numbers: [Int] = []
    for part in version.utf8.split(separator: 46, omittingEmptySubsequences: false) {
      guard (1...9).contains(part.count), part.allSatisfy({ (48...57).contains($0) }),
        let number = Int(String(decoding: part, as: UTF8.self))
      else { throw .invalidClient(version) }
      numbers.append(number)
    }
    guard numbers.count <= 4 else { throw .invalidClient(version) }
    while numbers.count > 1, numbers.last == 0 { numbers.removeLast() }
    return numbers.map(String.init).joined(separator: ".")
  }
}
