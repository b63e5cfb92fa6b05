import FoundationEssentials
import SystemPackage

/// What a command line of files and folders names: files as they are, folders as the
/// animations in them, in the order of their names, hidden ones left out.
struct CheckInputs {
  /// How the names of animations end, in whatever case.
  private static let endings = [".json", ".lottie", ".tgs"]
  /// Animations that one command checks.
  static let maxFiles = 100_000
  /// Entries of folders that are looked at for them.
  static let maxEntries = 1_000_000
  /// Folders inside each other.
  static let maxDepth = 64

  /// Files to check, and what cannot be checked.
  private(set) var inputs: [(path: String, problem: FileProblem?)] = []
  private var entriesLeft = maxEntries
  /// The folders of one argument that were entered: each once, so that links in circles end.
  private var entered: Set<FolderID> = []

  private struct FolderID: Hashable {
    let device: DeviceID
    let inode: Inode
  }

  /// Throws `CommandError.file` for a folder with more than can be checked.
  init(_ paths: [String]) throws(CommandError) {
    for path in paths {
      guard path != AnimationFile.standardInput, let folder = Self.folder(path) else {
        inputs.append((path, nil))
        continue
      }
      entered = []
      let before = inputs.count
      do {
        try walk(path, folder, depth: 1)
      } catch {
        throw .file(path: path, error)
      }
      if inputs.count == before { inputs.append((path, .noAnimations)) }
    }
  }

  private mutating func walk(_ path: String, _ folder: FolderID, depth: Int) throws(FileProblem) {
    guard entered.insert(folder).inserted else { return }
    guard depth <= Self.maxDepth else {
      inputs.append((path, .tooDeep(limit: Self.maxDepth)))
      return
    }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      inputs.append((path, .system("it cannot be read; look at who may")))
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
        inputs.append((entry, nil))
      }
    }
  }

  /// The folder at a path, links followed; nil for anything else.
  private static func folder(_ path: String) -> FolderID? {
    // A failure is no folder: the reading of the file says what is wrong.
    guard let stat = try? FilePath(path).stat(), stat.type == .directory else { return nil }
    return FolderID(device: stat.deviceID, inode: stat.inode)
  }
}
