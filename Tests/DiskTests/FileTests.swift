import Disk
import Foundation
import Support
import SystemPackage
import Testing

struct FileTests {
  private let folder: FilePath
  private let path: FilePath

  init() throws {
    folder = FilePath("/tmp/gift-disk-\(UInt64.random(in: 0...UInt64.max))")
    path = folder.appending("kept")
    try FileManager.default.createDirectory(
      atPath: folder.string, withIntermediateDirectories: false)
  }

  @Test func `what was written is read, and its owner alone may do either`() throws {
    try write("one")
    try write("another")
    #expect(try text() == "another")
    #expect(try path.stat().permissions == .ownerReadWrite)
    #expect(try names() == ["kept"])
    try remove()
  }

  @Test func `what a killed process has left is no obstacle`() throws {
    try Data("half".utf8).write(to: URL(filePath: path.string + ".part"))
    try write("whole")
    #expect(try text() == "whole")
    #expect(try names() == ["kept"])
    try remove()
  }

  @Test func `nothing is written through a link that somebody has put there`() throws {
    let victim = folder.appending("victim").string
    try Data("precious".utf8).write(to: URL(filePath: victim))
    try FileManager.default.createSymbolicLink(
      atPath: path.string + ".part", withDestinationPath: victim)
    try write("kept")
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious")
    #expect(try text() == "kept")
    #expect(try names() == ["kept", "victim"])
    try remove()
  }

  @Test func `a link, a folder and a pipe are no files`() async throws {
    try FileManager.default.createSymbolicLink(
      atPath: path.string, withDestinationPath: "/dev/zero")
    #expect(throws: DiskError.notAFile(.symbolicLink)) { try text() }
    #expect(throws: DiskError.notAFile(.directory)) { try bytes(of: folder, maxBytes: 9) }
    let pipe = folder.appending("pipe").string
    #expect(try await runProcess("mkfifo", [pipe]).status == .exited(0))
    #expect(throws: DiskError.notAFile(.fifo)) {
      try bytes(of: FilePath(pipe), maxBytes: 9)
    }
    try remove()
  }

  @Test func `a spool gives back what it was given, and has no name`() throws {
    let spool = try SpoolFile(in: folder)
    try spool.append(Array("one".utf8))
    try spool.append(Array("another".utf8))
    #expect(try String(decoding: spool.bytes(in: 3..<10), as: UTF8.self) == "another")
    #expect(try spool.bytes(in: 0..<99).count == 10)
    #expect(try spool.bytes(in: 10..<11).isEmpty)
    #expect(try names().isEmpty)
    #expect(throws: Errno.noSuchFileOrDirectory) { try SpoolFile(in: folder.appending("none")) }
    try remove()
  }

  @Test func `no more is read than may be, and nothing of what is not there`() throws {
    #expect(try bytes(of: path, maxBytes: 4) == nil)
    try write("12345")
    #expect(throws: DiskError.tooLong(5)) { try bytes(of: path, maxBytes: 4) }
    #expect(try bytes(of: path, maxBytes: 5) == Array("12345".utf8))
    try remove()
  }

  @Test(arguments: [0o620, 0o602, 0o666])
  func `a file that others may write to decides nothing`(mode: Int) throws {
    try write("one")
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path.string)
    #expect(throws: DiskError.notOurs) { try text() }
    #expect(throws: DiskError.notOurs) { try FileLock.take(path) }
    try write("another")
    #expect(try text() == "another")
    try remove()
  }

  @Test func `one at a time has a lock`() throws {
    let lock = folder.appending("lock")
    var first = try FileLock.take(lock)
    #expect(first != nil)
    #expect(try FileLock.take(lock) == nil)
    #expect(try FileLock.take(lock) == nil)
    first = nil
    #expect(try FileLock.take(lock) != nil)
    try remove()
  }

  private func write(_ text: String) throws {
    try FileReplacement.replace(path) { try $0.writeAll(text.utf8) }
  }

  private func text() throws -> String? {
    try bytes(of: path, maxBytes: 100).map { String(decoding: $0, as: UTF8.self) }
  }

  private func bytes(of path: FilePath, maxBytes: Int) throws -> [UInt8]? {
    try OwnFile.open(path, maxBytes: maxBytes).map { try $0.file.bytes(at: 0, count: $0.byteCount) }
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.string).sorted()
  }

  private func remove() throws { try FileManager.default.removeItem(atPath: folder.string) }
}
