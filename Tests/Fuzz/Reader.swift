import ConnectionModel

/// What reads bytes from outside.
enum Reader: String, CaseIterable {
  /// The check of an animation.
  case animation
  /// The edits of an animation.
  case edit
  /// A ZIP archive, a `.lottie` file, and gzip.
  case zip
  /// The heads of images.
  case image
  /// A list of gifts to import.
  case manifest
  /// The rows of a whole history.
  case archive
  /// A line of an export's stream.
  case stream
  /// The rows and assets of a snapshot file.
  case snapshot
  /// What rows of the database hold as JSON.
  case row
  /// What libpq passes on in PostgreSQL's binary format.
  case wire
  /// Times, names and numbers as text.
  case text
  /// The head of an HTTP request.
  case head
  /// A connection: what a client and a system do.
  case connection

  func read(_ input: [UInt8]) {
    switch self {
    case .animation: readAnimation(input)
    case .edit: editAnimation(input)
    case .zip: readPacked(input)
    case .image: readImage(input)
    case .manifest: readManifest(input)
    case .archive: readArchive(input)
    case .stream: readStreamLine(input)
    case .snapshot: readSnapshot(input)
    case .row: readRow(input)
    case .wire: readWire(input)
    case .text: readText(String(decoding: input, as: UTF8.self))
    case .head: readHead(input)
    case .connection:
      let faults = ConnectionScenario.faults(input)
      precondition(faults.isEmpty, faults.joined(separator: "; "))
    }
  }
}
