import Disk
import FoundationEssentials
import GiftPublishing
import GiftStore
import Lottie
import Synchronization
import SystemPackage

#if canImport(Glibc)
  import Glibc
#endif

/// The source of an import: a folder, or a stream from standard input that contains one.
struct ImportSource: Sendable {
  /// The document that describes the folder.
  enum Index: Sendable {
    case archive(ArchiveBytes)
    case manifest([UInt8])
  }

  /// The most bytes of an animation in an archive, whatever the check allowed at its time.
  static let maxFileBytes = Budget.mostBytes
  /// The most files of a stream, whose names are in memory together: 250,000 animations in all
  /// their codings.
  static let maxStreamFiles = 1_000_000
  /// The most bytes of a name; those of an export have 84 at the most.
  static let maxNameBytes = 255

  /// Where the files are.
  private enum Files: Sendable {
    case folder(Folder, path: String)
    /// Those of a stream, spooled to disk, and the byte range of each.
    case spool(SpoolFile, [String: Range<Int64>])
  }

  let index: Index
  private let files: Files
  private let names = FolderNames()

  /// A stream is first written to the disk of a folder, so that neither the sender nor the database
  /// waits for the other.
  ///
  /// Throws `CommandError.file` for a folder without an index, or a stream that `export` did not
  /// write.
  init(_ source: String, spoolsTo spoolFolder: String) throws(CommandError) {
    if source == "-" {
      (index, files) = try Self.readStream(spoolFolder)
    } else {
      (index, files) = try Self.readFolder(source)
    }
  }

  /// The bytes of a file of the folder, or why they cannot be read.
  func file(_ name: String, limit: Int) -> Result<[UInt8], FileFault> {
    do throws(CommandError) {
      switch files {
      case .folder(let folder, let path):
        let read = { (name: String) throws(CommandError) in
          try InputFile.bytes(name, in: folder, at: path, limit: limit)
        }
        if let bytes = try read(name) { return .success(bytes) }
        if let twin = names.twin(of: name, in: path), let bytes = try read(twin) {
          return .success(bytes)
        }
        throw .file(path: FilePath(path).appending(name).string, .missing)
      case .spool(let spool, let places):
        guard let place = places[name] else {
          return .failure(FileFault("it is not in the stream"))
        }
        guard place.count <= limit else {
          throw .file(path: name, .tooLarge(bytes: Int64(place.count), limit: Int64(limit)))
        }
        return .success(try Self.spooling(to: name) { try spool.bytes(in: place) })
      }
    } catch {
      return .failure(FileFault(error.userMessage.sentence))
    }
  }

  /// It is held open, so that all files are from one folder.
  private static func readFolder(_ path: String) throws(CommandError) -> (Index, Files) {
    let folder = try InputFile.folder(path)
    let files = Files.folder(folder, path: path)
    if let archive = try InputFile.open(ExportFile.archive, in: folder, at: path) {
      // The reader refuses what cannot be read.
      return (.archive { try? archive.bytes(at: $0, count: $1) }, files)
    }
    guard
      let manifest = try InputFile.bytes(
        ExportFile.manifest, in: folder, at: path, limit: Manifest.maxBytes)
    else { throw .file(path: path, .nothingToImport) }
    return (.manifest(manifest), files)
  }

  private static func readStream(_ folder: String) throws(CommandError) -> (Index, Files) {
    var (line, number, offset): ([UInt8], Int, Int64) = ([], 1, 0)
    guard try readLine(&line, number: number, limit: Manifest.maxBytes), !line.isEmpty else {
      throw .file(path: "standard input", .brokenStream(line: 1))
    }
    let spool = try spooling(to: folder) { try SpoolFile(in: FilePath(folder)) }
    // A first line that is not an archive's is a manifest, or is refused as one.
    var index = Index.manifest(line)
    if let format = ArchiveText.format(of: line) {
      while true {
        line.append(UInt8(ascii: "\n"))
        try spooling(to: folder) { try spool.append(line) }
        offset += Int64(line.count)
        // What another program wrote is refused by its first line.
        guard format == ArchiveText.format, !ArchiveText.isLast(line) else { break }
        number += 1
        guard try readLine(&line, number: number, limit: ArchiveText.maxLineBytes) else { break }
      }
      let end = offset
      index = .archive { start, count in
        // The reader refuses what cannot be read.
        try? spool.bytes(in: min(start, end)..<min(end, start + Int64(count)))
      }
      guard format == ArchiveText.format else { return (index, .spool(spool, [:])) }
    }
    var places: [String: Range<Int64>] = [:]
    // The base64 text and a name.
    let limit = maxFileBytes / 3 * 4 + 4_096
    while try readLine(&line, number: number + 1, limit: limit) {
      number += 1
      guard let file = StreamLine(line: line), file.file.utf8.count <= maxNameBytes,
        places.updateValue(offset..<offset + Int64(file.base64.count), forKey: file.file) == nil
      else { throw .file(path: "standard input", .brokenStream(line: number)) }
      guard places.count <= maxStreamFiles else {
        throw .file(path: "standard input", .streamTooLong(limit: maxStreamFiles))
      }
      try spooling(to: folder) { try spool.append(file.base64) }
      offset += Int64(file.base64.count)
    }
    return (index, .spool(spool, places))
  }

  private static func spooling<Value>(to path: String, _ body: () throws -> Value)
    throws(CommandError) -> Value
  {
    do {
      return try body()
    } catch {
      throw .file(path: path, .system(((error as? Errno) ?? .ioError).description))
    }
  }

  /// Reads the next line of standard input, without its end; false at the end of the input.
  ///
  /// A line that cannot be a JSON object is refused at its first wrong byte, not read to its end.
  private static func readLine(
    _ line: inout [UInt8], number: Int, limit: Int
  ) throws(CommandError) -> Bool {
    line.removeAll(keepingCapacity: true)
    while true {
      let byte = getchar_unlocked()
      guard byte != EOF else { return !line.isEmpty }
      guard byte != Int32(UInt8(ascii: "\n")) else { return true }
      guard line.isEmpty ? byte == Int32(UInt8(ascii: "{")) : byte >= 0x20 else {
        throw .file(path: "standard input", .brokenStream(line: number))
      }
      guard line.count < limit else {
        throw .file(
          path: "line \(number) of standard input",
          .tooLarge(bytes: Int64(limit) + 1, limit: Int64(limit)))
      }
      line.append(UInt8(truncatingIfNeeded: byte))
    }
  }
}

/// The names in a folder and those below, each folder listed once.
private final class FolderNames: Sendable {
  private let listed = Mutex<[FilePath: [String]]>([:])

  /// The only file in a folder whose name differs from this one in nothing but case, or in how its
  /// characters are composed, as those of macOS do.
  func twin(of name: String, in path: String) -> String? {
    guard let wanted = FilePath(name).lastComponent else { return nil }
    let folder = FilePath(name).removingLastComponent()
    let key = wanted.string.lowercased()
    let twins = names(in: FilePath(path).pushing(folder)).filter { $0.lowercased() == key }
    return twins.count == 1 ? folder.appending(twins[0]).string : nil
  }

  private func names(in folder: FilePath) -> [String] {
    listed.withLock { listed in
      if let names = listed[folder] { return names }
      // A folder that cannot be listed has no file to offer.
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
      listed[folder] = names
      return names
    }
  }
}
