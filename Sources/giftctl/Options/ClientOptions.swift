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
  /// Throws `CommandError` for text that is not a kind of client.
  func client() throws(CommandError) -> ClientKind? {
    guard let asSeenBy else { return nil }
    guard asSeenBy != Self.anyone else { return .unknown }
    do throws(DomainError) {
      return try ClientKind(asSeenBy)
    } catch {
      let parts = asSeenBy.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let small = ([parts[0].lowercased()] + parts.dropFirst().map(String.init))
        .joined(separator: ":")
      // Another text than this is not meant either.
      guard (try? ClientKind(small)) != nil else { throw .invalid(error) }
      throw .misspelt(CommandError.invalid(error).userMessage.suggesting(small))
    }
  }
}
