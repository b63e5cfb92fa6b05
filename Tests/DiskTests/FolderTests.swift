import Disk
import Foundation
import Support
import SystemPackage
import Testing

struct FolderTests {
  private let parent: FilePath
  private let path: FilePath

  init() throws {
    parent = FilePath("/tmp/gift-folder-\(UInt64.random(in: 0...UInt64.max))")
    path = parent.appending("inner")
    try FileManager.default.createDirectory(
      atPath: path.appending("deep").string, withIntermediateDirectories: true)
    try Data("secret".utf8).write(to: URL(filePath: parent.appending("secret").string))
    try Data("ours".utf8).write(to: URL(filePath: path.appending("deep/file").string))
  }

  /// A link's name and target, relative to the folder.
  @Test(arguments: [
    ("a", "../secret", "a"), ("a", "/etc/passwd", "a"), ("a", "deep/../../secret", "a"),
    ("a", "..", "a/secret"), ("deep/a", "../../secret", "deep/a"), ("a", "deep", "a/../../secret"),
    ("a", "/proc/self/root", "a/etc/passwd"), ("a", "deep", "../secret"),
    ("a", "deep", "/etc/passwd"),
  ])
  func `no name leads out of a folder`(link: String, target: String, name: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: path.appending(link).string, withDestinationPath: target)
    let folder = try Folder(path)
    #expect(throws: DiskError.outside) { try folder.read(FilePath(name), maxBytes: 100) }
    #expect(throws: (any Error).self) {
      try folder.create(FilePath(name), permissions: .ownerReadWrite).close()
    }
    let secret = parent.appending("secret").string
    #expect(try String(contentsOfFile: secret, encoding: .utf8) == "secret")
    try remove()
  }

  @Test func `a link within a folder is followed`() throws {
    try FileManager.default.createSymbolicLink(
      atPath: path.appending("a").string, withDestinationPath: "deep/file")
    let folder = try Folder(path)
    for name in ["a", "deep/file", "deep/../a"] {
      #expect(try folder.read(FilePath(name), maxBytes: 4) == Array("ours".utf8))
    }
    #expect(try folder.read("none", maxBytes: 4) == nil)
    #expect(try folder.read("a/none", maxBytes: 4) == nil)
    #expect(throws: DiskError.tooLong(4)) { try folder.read("a", maxBytes: 3) }
    #expect(throws: DiskError.notAFile(.directory)) { try folder.read("deep", maxBytes: 4) }
    try remove()
  }

  @Test func `a folder stays the same when its path leads elsewhere`() throws {
    let folder = try Folder(path)
    try FileManager.default.moveItem(atPath: path.string, toPath: path.string + "-moved")
    try FileManager.default.createSymbolicLink(
      atPath: path.string, withDestinationPath: parent.string)
    #expect(try folder.read("deep/file", maxBytes: 4) == Array("ours".utf8))
    #expect(try folder.read("secret", maxBytes: 9) == nil)
    try remove()
  }

  @Test func `a mark is an empty file, and not made through a link`() throws {
    let folder = try Folder(path)
    try folder.mark("ready")
    try folder.mark("ready")
    #expect(try folder.read("ready", maxBytes: 0) == [])
    let target = path.appending("deep/file").string
    try FileManager.default.createSymbolicLink(
      atPath: path.appending("other").string, withDestinationPath: target)
    #expect(throws: Errno.tooManySymbolicLinkLevels) { try folder.mark("other") }
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "ours")
    try remove()
  }

  @Test func `a made folder is its owner's alone, and new`() throws {
    let made = try Folder.make(parent.appending("made"), permissions: .ownerReadWriteExecute)
    try made.makeFolder("inner")
    try made.makeFolder("inner")
    try made.create("inner/file", permissions: .ownerReadWrite).close()
    #expect(try made.stat().permissions == .ownerReadWriteExecute)
    #expect(throws: DiskError.system(.fileExists)) {
      try Folder.make(path, permissions: .ownerReadWriteExecute)
    }
    try remove()
  }

  private func remove() throws { try FileManager.default.removeItem(atPath: parent.string) }
}
