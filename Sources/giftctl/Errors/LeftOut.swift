import GiftDomain
import GiftStore
import Synchronization

/// The parts of the catalogue that this command left out, because they cannot be read: told below
/// its answer, and by its exit code.
enum LeftOut {
  private static let parts = Mutex<Set<BrokenPart>>([])

  static func add(_ broken: [BrokenPart]) { parts.withLock { $0.formUnion(broken) } }

  /// Says what was left out; false if nothing was.
  static func tell() -> Bool {
    let parts = parts.withLock { $0.sorted() }
    for part in parts { Terminal.explain("warning: \(part.sentence)") }
    return !parts.isEmpty
  }
}

extension BrokenPart {
  /// The word for such parts.
  var kind: String {
    switch self {
    case .gift, .unnamed: "gift"
    case .rotation: "rotation"
    case .group(let id): id.kind
    case .change: "change"
    case .announcement: "announcement"
    }
  }

  /// Which it is.
  var subject: String {
    switch self {
    case .gift(let gift): "The gift \(gift)"
    case .unnamed(let text): "The gift \(quoted(text))"
    case .rotation(let name): "The rotation \(name)"
    case .group(let id): "The \(id.text)"
    case .change(let number): "Change \(number)"
    case .announcement(let number): "Announcement \(number)"
    }
  }

  var sentence: String {
    if case .announcement = self { return "\(subject) is left out, because no plan makes it." }
    return "\(subject) cannot be read, because its rows were edited by hand: repair them, or "
      + "restore a backup."
  }
}
