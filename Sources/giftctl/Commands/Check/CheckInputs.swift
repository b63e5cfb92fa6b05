import FoundationEssentials
import SystemPackage

/// The animations that files and folders on the command line name: files as they are, folders as
/// the animations in them, in the order of their names, without hidden ones.
struct CheckInputs {
  /// File name extensions of animations, in any case.
  private static let endings = [".json", ".lottie", ".tgs"]
  /// The most animations that one command checks.
  static let maxFiles = 100_000
  /// The most folder entries that one command reads.
  static let maxEntries = 1_000_000
  /// The deepest nesting of folders.
  static let maxDepth = 64

  /// The files to check, and the paths that cannot be checked.
  private(set) var inputs: [CheckInput] = []
  private var entriesLeft = maxEntries
  /// The folders of one argument that were entered: each once, so that links in circles end.
  private var entered: Set<FolderID> = []

  private struct FolderID: Hashable {
    let device: DeviceID
    let inode: Inode
  }

  /// Throws `CommandError.file` for a folder that exceeds a limit.
  init(_ paths: [String]) throws(CommandError) {
    for path in paths {
      guard path != AnimationFile.standardInput, let folder = Self.folder(path) else {
        inputs.append(CheckInput(path: path, problem: nil))
        continue
      }
      entered = []
      let before = inputs.count
      do {
        try walk(path, folder, depth: 1)
      } catch {
        throw .file(path: path, error)
      }
      if inputs.count == before { inputs.append(CheckInput(path: path, problem: .noAnimations)) }
    }
  }

  private mutating func walk(_ path: String, _ folder: FolderID, depth: Int) throws(FileProblem) {
    guard entered.insert(folder).inserted else { return }
    guard depth <= Self.maxDepth else {
      inputs.append(CheckInput(path: path, problem: .tooDeep(limit: Self.maxDepth)))
      return
    }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      inputs.append(
        CheckInput(path: path, problem: .system("it cannot be read; check its permissions")))
      return
    }
    entriesLeft -= names.count
    guard entriesLeft >= 0 else { throw .tooManyEntries(limit: Self.maxEntries) }
    for name in names.filter({ !$0.hasPrefix(".") }).sorted() {
      let entry = path.hasSuffix("/") ? path + name : path + "/" + name
      if let folder = Self.folder(entry) {
        try walk(entry, folder, depth: depth + 1)
      } else if Self.endings.contains(where: name.lowercased().hasSuffix) {
        guard inputs.count < Self.maxFiles else { throw .tooManyFiles(limit: Self.maxFiles) }
        inputs.append(CheckInput(path: entry, problem: nil))
      }
    }
  }

  /// The folder at a path, links followed; nil for anything else.
  private static func folder(_ path: String) -> FolderID? {
    // On failure it is not a folder: reading it as a file reports the error.
    guard let stat = try? FilePath(path).stat(), stat.type == .directory else { return nil }
    return FolderID(device: stat.deviceID, inode: stat.inode)
  }
}

/// A file to check, or a path that cannot be checked.
struct CheckInput: Sendable {
  let path: String
  let problem: FileProblem?
}
