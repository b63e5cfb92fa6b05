import GiftPublishing

extension PublishingError {
  /// How a command ends with it.
  var userMessage: UserMessage {
    switch self {
    case .store(let error): error.userMessage
    case .refused(let report):
      UserMessage(
        .refused, "refused",
        "The check refuses the animation (\(counted(report.errorCount, "error"))); nothing was "
          + "stored.")
    case .manifest(let fault):
      UserMessage(.usage, "manifest", "The manifest cannot be used: \(fault.sentence).")
    case .importRefused(let problems): UserMessage(problems)
    case .importTooLarge(let limit):
      UserMessage(
        .refused, "import_too_large",
        "The animations have more than \(grouped(limit)) bytes together: import them in parts.")
    case .archive(let fault):
      UserMessage(.failure, "archive_unreadable", "The archive cannot be read: \(fault.sentence)")
    }
  }

}

extension ManifestFault {
  fileprivate var sentence: String {
    switch self {
    case .tooLarge(let bytes):
      "it has \(grouped(bytes)) bytes, and at most \(grouped(Manifest.maxBytes)) are allowed"
    case .noJSON(let place, let rule):
      "it is not JSON that can be read, at line \(place.line), column \(place.column) (\(rule))"
    case .otherKind(let place, let expected): "\(place.words) is not \(expected.words)"
    case .memberMissing(let place, let name): "\(place.words) has no \"\(name)\""
    case .memberUnknown(let place): "\(place.words) is not a member of a manifest"
    case .memberRepeated(let place): "\(place.words) is there a second time"
    case .publishMissing(let place):
      "\(place.words) says what to publish when, and nothing says to: add \"publish\": true"
    case .versionHidden(let place):
      "\(place.words) is a version of a window in which nothing shows: leave one of them out"
    case .tooManyWindows(let place):
      "\(place.words) has more than \(Manifest.maxWindows) windows"
    case .zoneUnknown(let name):
      "its zone \(quoted(name)) is not in the IANA database, as Europe/London is"
    case .tooManyGifts(let count):
      "it lists \(grouped(count)) gifts, and at most \(grouped(Manifest.maxGifts)) are allowed"
    case .giftRepeated(let id): "\(quoted(id)) is in it twice"
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
    case .text: "a text"
    case .wholeNumber: "a whole number that can stand there"
    case .truth: "true or false"
    }
  }
}

extension ArchiveTextFault {
  fileprivate var sentence: String {
    switch self {
    case .memberMissing(let name): "a \(quoted(name)) is missing in it."
    case .otherFormat(let format): "its format is \(quoted(format))."
    case .invalid(let error): error.sentence
    case .altered:
      "it is damaged, was edited by hand, or is from a newer giftctl: it does not have the SHA-256 "
        + "at its end. Take another copy."
    }
  }
}
