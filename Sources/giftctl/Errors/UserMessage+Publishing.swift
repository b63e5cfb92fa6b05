import GiftDomain
import GiftPublishing

extension PublishingError {
  /// The message and exit code for it.
  var userMessage: UserMessage {
    switch self {
    case .store(let error): error.userMessage
    case .drawing(let failure, let file): failure.userMessage(file ?? "the animation")
    case .refused(let report):
      UserMessage(
        .refused, "refused",
        "The check refused the animation (\(counted(report.errorCount, "error"))); nothing was "
          + "stored.")
    case .manifest(let fault):
      UserMessage(.usage, "manifest", "The manifest cannot be used: \(fault.sentence).")
    case .importRefused(let problems): UserMessage(problems)
    case .importTooLarge(let limit):
      UserMessage(
        .refused, "import_too_large",
        "Together the animations exceed \(grouped(limit)) bytes: import them in parts.")
    }
  }

}

extension ManifestFault {
  /// What is wrong and where, without a full stop.
  var sentence: String {
    switch self {
    case .tooLarge(let bytes):
      "it is \(grouped(bytes)) bytes; at most \(grouped(Manifest.maxBytes)) are allowed"
    case .noJSON(let place, let what):
      "it is not valid JSON, at line \(place.line), column \(place.column): \(what)"
    case .otherKind(let place, let expected): "\(place.words) is not \(expected.words)"
    case .invalid(let place, let error):
      "\(place.words): " + error.sentence.split(separator: /\.$/).joined()
    case .memberMissing(let place, let name): "\(place.words) has no \"\(name)\""
    case .memberUnknown(let place, let known):
      "\(place.words) is unknown"
        + (Suggestion.nearest(to: place.member, among: known).map { ": did you mean \($0)?" }
          ?? "; there are \(known.sorted().joined(separator: ", "))")
    case .memberRepeated(let place): "\(place.words) appears twice"
    case .publishMissing(let place): "\(place.words) needs \"publish\": true"
    case .versionHidden(let place):
      "\(place.words) does not go with \"hide\": leave out one of the two"
    case .tooManyWindows(let place):
      "\(place.words) has more than \(Manifest.maxWindows) windows"
    case .zoneMissing(let place, let text):
      "\(place.words): \(quoted(text)) has no time zone: add \"zone\" to the manifest, such as "
        + "Europe/Berlin, or write 2026-12-01T10:00:00Z"
    case .zoneUnknown(let name):
      "the zone \(quoted(name)) is not an IANA time zone, such as Europe/London"
    case .tooManyGifts(let count):
      "it lists \(grouped(count)) gifts; at most \(grouped(Manifest.maxGifts)) are allowed"
    case .giftRepeated(let place): "\(place.words) is the second of this id"
    }
  }
}

extension ManifestPlace {
  /// The parts of the pointer, below a gift if it leads into one.
  private var parts: [Substring] {
    Array(pointer.split(separator: "/").dropFirst(isInGift ? 2 : 0))
  }

  private var isInGift: Bool { pointer.hasPrefix("/gifts/") }

  /// The name of the member there.
  fileprivate var member: String { parts.last.map(String.init) ?? "" }

  /// Such as `windows/0/from (line 3, column 8)`; a gift without an id is told by its number.
  fileprivate var words: String {
    guard !pointer.isEmpty else { return "it" }
    let index = isInGift && gift == nil ? pointer.split(separator: "/")[1] : ""
    let number = Int(index).map { ["gift \($0 + 1)"] } ?? []
    let name = (number + (parts.isEmpty ? [] : [parts.joined(separator: "/")]))
      .joined(separator: ", ")
    return "\(name.isEmpty ? "it" : name) (line \(line), column \(column))"
  }
}

extension ManifestFault.Kind {
  fileprivate var words: String {
    switch self {
    case .object: "an object"
    case .list: "a list"
    case .text: "a string"
    case .wholeNumber: "a whole number in the allowed range"
    case .number: "a number"
    case .truth: "true or false"
    case .loop: "true, false, a number of plays or the name of a segment"
    }
  }
}
