package import GiftDomain
package import Lottie

/// A problem with one gift of an import.
package struct ImportProblem: Error, Sendable {
  /// The gift's id as written; nil for what is wrong outside of gifts.
  package let id: String?
  /// What is wrong.
  package let reason: Reason

  /// The kinds of problems with a gift of an import.
  package enum Reason: Error, Sendable {
    /// The manifest is wrong there.
    case manifest(ManifestFault)
    /// A value breaks its rule.
    case invalid(DomainError)
    /// The file cannot be read; the reason is the file reader's.
    case unreadable(file: String, reason: String)
    /// The file's name leads out of the manifest's folder.
    case fileOutside(String)
    /// The file cannot be unpacked.
    case packed(file: String, UnpackingFault)
    /// The animation fails its check.
    case refused(file: String, CheckReport)
    /// The current catalogue does not accept the gift.
    case rejected(Rejection)

    /// The reason for an error while a gift is read.
    init(of error: any Error) {
      switch error {
      case let reason as Reason: self = reason
      case let error as DomainError: self = .invalid(error)
      default: self = .unreadable(file: "the file", reason: "not readable")
      }
    }
  }
}

/// Why a file of an import could not be read, as a sentence.
package struct FileFault: Error, Hashable, Sendable {
  /// What is wrong, and what to do.
  package let sentence: String

  /// A fault with the file reader's sentence.
  package init(_ sentence: String) { self.sentence = sentence }
}
