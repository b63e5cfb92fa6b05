package import GiftDomain
package import Lottie

/// What is wrong with one gift of an import.
package struct ImportProblem: Error, Sendable {
  /// The gift's id as written.
  package let id: String
  /// What is wrong.
  package let reason: Reason

  /// What may be wrong with a gift of an import.
  package enum Reason: Error, Sendable {
    /// A value breaks its rule.
    case invalid(DomainError)
    /// A local time, and the manifest names no zone.
    case zoneMissing(String)
    /// The file cannot be read; a sentence of whoever reads files.
    case unreadable(file: String, reason: String)
    /// The file's name leaves the manifest's folder.
    case fileOutside(String)
    /// The animation cannot be taken out of the file.
    case packed(file: String, UnpackingFault)
    /// The animation fails its check.
    case refused(file: String, CheckReport)
    /// The catalogue as it stands does not take the gift.
    case rejected(Rejection)

    /// What an error says of a gift that is being read.
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
  /// What is wrong and what to do.
  package let sentence: String

  /// A fault in the words of whoever reads files.
  package init(_ sentence: String) { self.sentence = sentence }
}
