/// Codes of findings about files whose bytes cannot be had: they are no rules of the check, which
/// knows bytes alone, and errors in every profile.
enum FileCode: String, CaseIterable {
  case missing = "file.missing"
  case notAFile = "file.no-file"
  case none = "file.none"
  case packed = "file.packed"
  case tooLarge = "file.too-large"
  case unreadable = "file.unreadable"

  /// What it says, in one sentence.
  var reason: String {
    switch self {
    case .missing: "There is no file of that name."
    case .notAFile: "It is a pipe, a socket or a device, which is not opened."
    case .none: "The folder has no *.json, *.lottie or *.tgs in it or below."
    case .packed: "No animation can be taken out of the .lottie, the .tgs or the archive."
    case .tooLarge: "The file has more bytes than --max-bytes, and was not read."
    case .unreadable: "The system refuses to read it, or it lies too deep."
    }
  }
}
