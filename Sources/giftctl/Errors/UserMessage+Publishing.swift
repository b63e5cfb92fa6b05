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
  fileprivate var sentence: String {
    switch self {
    case .tooLarge(let bytes):
      "it is \(grouped(bytes)) bytes; at most \(grouped(Manifest.maxBytes)) are allowed"
    case .noJSON(let place, let rule):
      "it is not valid JSON, at line \(place.line), column \(place.column) (\(rule))"
    case .otherKind(let place, let expected): "\(place.words) is not \(expected.words)"
    case .memberMissing(let place, let name): "\(place.words) has no \"\(name)\""
    case .memberUnknown(let place): "\(place.words) is not a member of a manifest"
    case .memberRepeated(let place): "\(place.words) appears twice"
    case .publishMissing(let place):
      "\(place.words) needs \"publish\": true"
    case .versionHidden(let place):
      "\(place.words) is a version in a window with \"hide\": leave out one of the two"
    case .tooManyWindows(let place):
      "\(place.words) has more than \(Manifest.maxWindows) windows"
    case .zoneUnknown(let name):
      "its zone \(quoted(name)) is not an IANA time zone, such as Europe/London"
    case .tooManyGifts(let count):
      "it lists \(grouped(count)) gifts; at most \(grouped(Manifest.maxGifts)) are allowed"
    case .giftRepeated(let id): "it lists \(quoted(id)) twice"
    }
  }
}

extension ManifestPlace {
  fileprivate var words: String {
    pointer.isEmpty ? "it" : "\(pointer) (line \(line), column \(column))"
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
