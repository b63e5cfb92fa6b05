import Disk
import Foundation
import Glibc
import Support
import SystemPackage
import Testing

/// Files that users name for results.
struct ResultFileTests {
  private let folder: FilePath
  private let path: FilePath

  init() throws {
    folder = FilePath("/tmp/gift-result-\(UInt64.random(in: 0...UInt64.max))")
    path = folder.appending("result")
    try FileManager.default.createDirectory(
      atPath: folder.string, withIntermediateDirectories: false)
  }

  @Test func `a new file gets what the umask leaves, an old one keeps its permissions`() throws {
    try write("one")
    let mask = umask(0o022)
    umask(mask)
    #expect(try path.stat().permissions.rawValue == 0o666 & ~mask)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path.string)
    try write("another")
    #expect(try path.stat().permissions.rawValue == 0o640)
    #expect(try text(path) == "another")
    #expect(try names() == ["result"])
    try remove()
  }

  @Test func `a link's target is replaced, and the link stays`() throws {
    let target = folder.appending("target")
    try Data("old".utf8).write(to: URL(filePath: target.string))
    try link("target")
    try write("new")
    #expect(try text(target) == "new")
    #expect(try path.stat(followTargetSymlink: false).type == .symbolicLink)
    #expect(try names() == ["result", "target"])
    try remove()
  }

  @Test(arguments: [
    ("nothing", DiskError.system(.noSuchFileOrDirectory)),
    ("result", .system(.tooManySymbolicLinkLevels)), ("/dev/null", .notAFile(.characterSpecial)),
    (".", .notAFile(.directory)),
  ])
  func `a link to what is no file is refused`(target: String, error: DiskError) throws {
    try link(target)
    #expect(throws: error) { try write("new") }
    #expect(try names() == ["result"])
    try remove()
  }

  /// Only root can make what another user could.
  @Test(arguments: ["ln -s \"$0/precious\" \"$0/result\"", ": > \"$0/result\""])
  func `a file that another user has put into a shared folder is not written through`(
    planting: String
  ) async throws {
    let precious = folder.appending("precious")
    try Data("precious".utf8).write(to: URL(filePath: precious.string))
    try FileManager.default.setAttributes([.posixPermissions: 0o1777], ofItemAtPath: folder.string)
    let words = geteuid() == 0 ? ["--reuid=65534", "--clear-groups"] : []
    let planted = try await runProcess("setpriv", words + ["sh", "-c", planting, folder.string])
    #expect(planted.status == .exited(0))
    if geteuid() == 0 {
      #expect(throws: DiskError.notOurs) { try write("new") }
      #expect(try text(precious) == "precious")
      #expect(try names() == ["precious", "result"])
    } else {
      // In one's own folder, one's own link is followed.
      try write("new")
    }
    try remove()
  }

  @Test func `a failed write leaves nothing behind`() throws {
    #expect(throws: DiskError.system(.noSuchFileOrDirectory)) {
      try ResultFile(folder.appending("none/result"))
    }
    let file = try ResultFile(path)
    try FileManager.default.createDirectory(
      atPath: path.string, withIntermediateDirectories: false)
    #expect(throws: DiskError.system(.isDirectory)) { try file.write([1]) }
    #expect(try names() == ["result"])
    try remove()
  }

  private func link(_ target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path.string, withDestinationPath: target)
  }

  private func write(_ text: String) throws { try ResultFile(path).write(Array(text.utf8)) }

  private func text(_ path: FilePath) throws -> String {
    try String(contentsOfFile: path.string, encoding: .utf8)
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.string).sorted()
  }

  private func remove() throws { try FileManager.default.removeItem(atPath: folder.string) }
}
