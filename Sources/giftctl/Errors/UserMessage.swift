import GiftDomain
import GiftPublishing
import GiftStore
import PostgresCluster

/// An error as text for people and as JSON for scripts.
struct UserMessage: Hashable, Sendable {
  let status: ExitStatus
  /// A stable word for scripts.
  let code: String
  /// What is wrong and what to do, in one or two sentences.
  let sentence: String
  /// Its parts, one per line, for people; JSON has members for them.
  let details: [String]

  init(_ status: ExitStatus, _ code: String, _ sentence: String, details: [String] = []) {
    self.status = status
    self.code = code
    self.sentence = sentence
    self.details = details
  }

  /// Its first sentence, with the nearest known name instead of other advice.
  func suggesting(_ nearest: String) -> UserMessage {
    let first = sentence.firstRange(of: ". ").map { sentence[..<$0.lowerBound] } ?? sentence[...]
    let words = first.hasSuffix(".") ? first.dropLast() : first
    return UserMessage(
      status, code, "\(words). Did you mean \(nearest)?", details: details)
  }

  /// The message for people, to be broken where their terminal ends.
  var lines: [String] { ["giftctl: \(sentence)"] + details.map { "  \($0)" } }

  var document: JSONObject {
    ["code": code, "exitCode": status.rawValue, "message": sentence]
  }
}

extension CommandError {
  /// The one place where errors become text.
  var userMessage: UserMessage {
    switch self {
    case .store(let error): error.userMessage
    case .publishing(let error): error.userMessage
    case .cluster(let error): error.userMessage
    case .invalid(let error): UserMessage(.usage, "invalid", error.sentence)
    case .zoneMissing(let text):
      UserMessage(
        .usage, "zone_missing",
        "\(quoted(text)) has no time zone: add --tz, for example --tz Europe/Berlin, or write "
          + "2026-12-01T10:00:00Z.")
    case .file(let path, let problem): problem.userMessage(path)
    case .configuration(let path, let fault): fault.userMessage(path)
    case .giftNotFound(let gift):
      UserMessage(
        .notFound, "gift_not_found",
        "There is no gift \(gift). To list all gifts: giftctl list --all")
    case .giftToAddMissing(let gift):
      UserMessage(
        .notFound, "gift_not_found",
        "There is no gift \(gift), and several ids at once only change gifts that exist. To add "
          + "it: giftctl add \(gift) FILE --name en=… --price …")
    case .rotationNotFound(let name):
      UserMessage(
        .notFound, "rotation_not_found",
        "There is no rotation \(name). To list them: giftctl rotation list")
    case .categoryNotFound(let name):
      UserMessage(
        .notFound, "category_not_found",
        "There is no category \(name). To list them: giftctl category list")
    case .categoryExists(let name, let old):
      UserMessage(
        .conflict, "category_exists",
        "There is a category \(name) already. To move the gifts of \(old) there: "
          + "giftctl add ID… --category \(name)")
    case .zoneUnknown(let name):
      UserMessage(
        .usage, "zone_unknown",
        "\(quoted(name)) is not an IANA time zone, such as Europe/London.")
    case .misspelt(let message): message
    case .consentMissing(let what):
      UserMessage(.usage, "consent_missing", "\(what) To confirm without a prompt: --yes")
    case .declined: UserMessage(.failure, "declined", "Nothing was changed.")
    case .edit(let error): error.userMessage
    case .animationRefused(_, let report, _): PublishingError.refused(report).userMessage
    case .drawing(let file, let failure): failure.userMessage(file)
    case .undrawable(let file, let obstacle): obstacle.userMessage(file)
    case .pictureMissing(let file):
      UserMessage(
        .notFound, "picture_missing",
        "\(shown(file)) is not drawn yet. To draw it: giftctl pictures update")
    case .pictureBroken(let file):
      UserMessage(
        .failure, "picture_broken", "The stored picture of \(shown(file)) cannot be decoded.")
    case .reported(let status): UserMessage(status, "reported", "See above.")
    case .usage(let sentence): UserMessage(.usage, "usage", sentence)
    case .schedulerMissing(let statement):
      UserMessage(
        .notAllowed, "not_allowed",
        "The database role is not allowed to do this (\(statement)): log in as a member of "
          + "gift_scheduler.")
    case .actorMissing:
      UserMessage(
        .usage, "actor_missing",
        "No author given: add --as NAME, or set GIFT_ACTOR or USER.")
    case .served(let address, let fault): fault.userMessage(address)
    case .gallery(let error): error.userMessage
    case .unforeseen(let error):
      UserMessage(.failure, "failure", "Unexpected error (\(type(of: error))).")
    }
  }
}

/// Untrusted text for a message: visible, on one line, not too long.
func quoted(_ text: String) -> String { "\"\(visible(text, limit: 80))\"" }

/// A file's name in output: complete, with invisible characters escaped.
func shown(_ file: String) -> String { visible(file, limit: .max) }

/// The first `limit` scalars of a text; those that hide, reorder or break lines are escaped.
func visible(_ text: some StringProtocol, limit: Int) -> String {
  let head = String.UnicodeScalarView(text.unicodeScalars.prefix(limit))
  let shown = VisibleText.escaped(String(head))
  return text.unicodeScalars.count > limit ? shown + "…" : shown
}
