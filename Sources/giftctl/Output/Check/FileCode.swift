/// Codes of findings about files that cannot be read: not rules of the check, which only sees
/// bytes, and errors in every profile.
enum FileCode: String, CaseIterable {
  case missing = "file.missing"
  case notAFile = "file.no-file"
  case none = "file.none"
  case notDrawn = "file.not-drawn"
  case packed = "file.packed"
  case tooLarge = "file.too-large"
  case unreadable = "file.unreadable"

  /// Its meaning, in one sentence.
  var reason: String {
    switch self {
    case .missing: "There is no file with that name."
    case .notAFile: "It is a pipe, a socket or a device, which is not opened."
    case .none: "Neither the folder nor its subfolders contain a *.json, *.lottie or *.tgs."
    case .notDrawn:
      "With --draw: giftdraw or the machine failed, and drawing says nothing about the file."
    case .packed: "The .lottie, .tgs or archive cannot be unpacked."
    case .tooLarge: "The file is larger than --max-bytes, and was not read."
    case .unreadable: "The system refuses to read it, or it is nested too deep."
    }
  }
}
