import FoundationEssentials
import GiftPublishing

#if canImport(Glibc)
  import Glibc
#endif

/// What is imported: a folder, or a stream from standard input that stands for one.
struct ImportSource: Sendable {
  /// What the folder is about.
  enum Index: Sendable {
    case archive([UInt8])
    case manifest([UInt8])
  }

  /// The most bytes of an animation in an archive, whatever the check allowed at its time.
  static let maxAnimationBytes = 64 * 1_048_576
  /// The most bytes of an archive's rows: a hundred thousand changes take about 100 MB.
  static let maxArchiveBytes = 512 * 1_048_576
  /// The most bytes of a stream: the animations that may be held at once, in base64, and the rows.
  static let maxStreamBytes = 2_048 * 1_048_576

  let index: Index
  private let folder: String?
  private let streamed: [String: [UInt8]]

  /// Throws `CommandError.file` for a folder without an index, or a stream that `export` did not
  /// write.
  init(_ source: String) throws(CommandError) {
    if source == "-" {
      folder = nil
      (index, streamed) = try Self.readStream()
    } else {
      folder = source
      streamed = [:]
      index = try Self.readIndex(of: source)
    }
  }

  /// The bytes of a file of the folder, or why they cannot be had.
  func file(_ name: String, limit: Int) -> Result<[UInt8], FileFault> {
    guard let folder else {
      return streamed[name].map { .success($0) } ?? .failure(FileFault("it is not in the stream"))
    }
    do {
      return .success(try InputFile.bytes(folder + "/" + name, limit: limit))
    } catch {
      return .failure(FileFault(error.userMessage.sentence))
    }
  }

  private static func readIndex(of folder: String) throws(CommandError) -> Index {
    var isFolder = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else {
      throw .file(path: folder, .missing)
    }
    guard isFolder else { throw .file(path: folder, .notAFolder) }
    let archive = folder + "/" + ExportFile.archive
    if FileManager.default.fileExists(atPath: archive) {
      return .archive(try InputFile.bytes(archive, limit: maxArchiveBytes))
    }
    let manifest = folder + "/" + ExportFile.manifest
    guard FileManager.default.fileExists(atPath: manifest) else {
      throw .file(path: folder, .nothingToImport)
    }
    return .manifest(try InputFile.bytes(manifest, limit: Manifest.maxBytes))
  }

  private static func readStream() throws(CommandError) -> (Index, [String: [UInt8]]) {
    var budget = maxStreamBytes
    guard let first = try readLine(&budget, number: 1), !first.isEmpty else {
      throw .file(path: "standard input", .brokenStream(line: 1))
    }
    var files: [String: [UInt8]] = [:]
    var byteCount = 0
    var number = 2
    while let line = try readLine(&budget, number: number) {
      do {
        let decoded = try JSONDecoder().decode(StreamLine.self, from: Data(line))
        byteCount += decoded.base64.count
        files[decoded.file] = Array(decoded.base64)
      } catch {
        throw .file(path: "standard input", .brokenStream(line: number))
      }
      guard byteCount <= ImportPlan.maxBytes else {
        throw .file(path: "standard input", .streamTooLarge(limit: Int64(ImportPlan.maxBytes)))
      }
      number += 1
    }
    // A first line that is no archive's is a manifest, or is refused as one.
    let isArchive = (try? JSONDecoder().decode(FormatLine.self, from: Data(first))) != nil
    return (isArchive ? .archive(first) : .manifest(first), files)
  }

  private struct FormatLine: Decodable {
    let format: String
  }

  /// The next line of standard input without its end; nil at the end of the input.
  ///
  /// What cannot be a JSON object on one line is refused at its first byte, not read to its end.
  private static func readLine(_ budget: inout Int, number: Int) throws(CommandError) -> [UInt8]? {
    var line: [UInt8] = []
    while true {
      let byte = getchar_unlocked()
      guard byte != EOF else { return line.isEmpty ? nil : line }
      guard byte != Int32(UInt8(ascii: "\n")) else { return line }
      guard line.isEmpty ? byte == Int32(UInt8(ascii: "{")) : byte >= 0x20 else {
        throw .file(path: "standard input", .brokenStream(line: number))
      }
      budget -= 1
      guard budget > 0 else {
        let limit = Int64(maxStreamBytes)
        throw .file(path: "standard input", .tooLarge(bytes: limit + 1, limit: limit))
      }
      line.append(UInt8(truncatingIfNeeded: byte))
    }
  }
}
