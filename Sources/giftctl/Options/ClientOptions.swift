import ArgumentParser
import GiftDomain

/// The kind of client whose catalogue is shown.
struct ClientOptions: ParsableArguments {
  /// Stands for a client that says nothing about itself.
  private static let anyone = "anyone"

  @Option(
    help: .init(
      "Only what such a client gets: its platform, the version of its app and its region, such as "
        + "ios:8.3:DE, ios or ::DE; anyone for what is for everybody.",
      valueName: "kind"),
    completion: .list([anyone] + Platform.allCases.map(\.rawValue)))
  var asSeenBy: String?

  /// The kind; nil for all clients together.
  ///
  /// Throws `DomainError` for text that is not a kind of client.
  func client() throws(DomainError) -> ClientKind? {
    guard let asSeenBy else { return nil }
    return asSeenBy == Self.anyone ? .unknown : try ClientKind(asSeenBy)
  }
}
