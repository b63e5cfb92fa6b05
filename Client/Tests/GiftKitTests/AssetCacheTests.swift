import Foundation
import Testing

@testable import GiftKit

struct AssetCacheTests {
  private func digest(_ data: Data) -> AssetDigest {
    AssetDigest(of: data)
  }

  private func reference(_ data: Data, byteCount: Int? = nil) throws -> AssetReference {
    let digest = digest(data)
    return try AssetReference(
      kind: .animation, digest: digest, byteCount: byteCount ?? data.count,
      path: AssetKind.animation.path(of: digest))
  }

  private func folder(_ folder: CacheFolder, limit: Int) throws -> AssetFolder {
    try AssetFolder(folder.url, limit: limit) { Date() }
  }

  private func bytes(_ seed: UInt8, count: Int = 1000) -> Data {
    Data(repeating: seed, count: count)
  }

  @Test func `what is written is read, by another process too`() throws {
    let folder = try CacheFolder()
    defer { folder.delete() }
    let data = bytes(1)
    let files = try self.folder(folder, limit: 10_000)
    try files.write(data, as: digest(data))
    let others = try self.folder(folder, limit: 10_000)
    guard case .bytes(data) = others.read(digest(data), byteCount: 1000) else {
      Issue.record("it was not read")
      return
    }
  }

  @Test(arguments: [Data(), Data(repeating: 1, count: 999), Data(repeating: 2, count: 1000)])
  func `a file that fails its digest is deleted, and its bytes go nowhere`(damage: Data) throws {
    let folder = try CacheFolder()
    defer { folder.delete() }
    let data = bytes(1)
    let files = try self.folder(folder, limit: 10_000)
    let file = folder.url.appendingPathComponent(digest(data).hex)
    try damage.write(to: file)
    guard case .damaged = files.read(digest(data), byteCount: 1000) else {
      Issue.record("it was read")
      return
    }
    #expect(!FileManager.default.fileExists(atPath: file.path))
    guard case .missing = files.read(digest(data), byteCount: 1000) else {
      Issue.record("it is still there")
      return
    }
  }

  @Test func `the folder keeps its limit, what is live longest, and the newest always`() throws {
    let folder = try CacheFolder()
    defer { folder.delete() }
    let files = try self.folder(folder, limit: 3000)
    let all = (1...5).map { bytes(UInt8($0)) }
    for (index, data) in all.enumerated() {
      try files.write(data, as: digest(data))
      _ = files.evict(keeping: [digest(all[0])], except: digest(data))
      // Files are told apart by seconds on some systems.
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_000_000 + Double(index) * 10)],
        ofItemAtPath: folder.url.appendingPathComponent(digest(data).hex).path)
    }
    #expect(all.map { files.contains(digest($0)) } == [true, false, false, true, true])
  }

  @Test func `what was used last stays`() throws {
    let folder = try CacheFolder()
    defer { folder.delete() }
    let files = try self.folder(folder, limit: 2000)
    let all = (1...3).map { bytes(UInt8($0)) }
    for (index, data) in all.prefix(2).enumerated() {
      try files.write(data, as: digest(data))
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_000_000 + Double(index) * 10)],
        ofItemAtPath: folder.url.appendingPathComponent(digest(data).hex).path)
    }
    guard case .bytes = files.read(digest(all[0]), byteCount: 1000) else {
      Issue.record("it was not read")
      return
    }
    try files.write(all[2], as: digest(all[2]))
    let eviction = files.evict(keeping: [], except: digest(all[2]))
    #expect(eviction.count == 1 && eviction.bytes == 1000 && eviction.room == 0)
    #expect(all.map { files.contains(digest($0)) } == [true, false, true])
  }

  @Test func `files that are half written count, and go after what is not needed`() throws {
    let folder = try CacheFolder()
    defer { folder.delete() }
    let files = try self.folder(folder, limit: 3000)
    let (live, old, new) = (bytes(1), bytes(2), bytes(3))
    for data in [live, old, new] { try files.write(data, as: digest(data)) }
    // What processes left that were killed in the last minutes.
    for number in 1...4 {
      try bytes(9).write(to: folder.url.appendingPathComponent("writing-\(number)"))
    }
    #expect(files.bytes == 7000)
    let eviction = files.evict(keeping: [digest(live)], except: digest(new))
    #expect(eviction.count == 4 && files.bytes == 3000)
    #expect([old, new].map { files.contains(digest($0)) } == [false, true])
    files.removeAll()
    // Another process may be writing the rest.
    #expect(files.bytes == 2000)
    #expect(![live, old, new].contains { files.contains(digest($0)) })
  }

  @Test func `an asset larger than the limit is not written`() throws {
    let folder = try CacheFolder()
    defer { folder.delete() }
    let files = try self.folder(folder, limit: 500)
    try files.write(bytes(1), as: digest(bytes(1)))
    #expect(!files.contains(digest(bytes(1))))
  }

  @Test func `a write that was cut leaves nothing that is read, and is tidied up`() throws {
    let folder = try CacheFolder()
    defer { folder.delete() }
    let files = try self.folder(folder, limit: 5000)
    let left = folder.url.appendingPathComponent("writing-abc")
    try bytes(9).write(to: left)
    let old = Date(timeIntervalSince1970: 1_000_000)
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: left.path)
    try files.write(bytes(1), as: digest(bytes(1)))
    _ = files.evict(keeping: [], except: digest(bytes(1)))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        == [digest(bytes(1)).hex])
  }

  @Test func `a folder that cannot be made is told`() throws {
    let folder = try CacheFolder()
    defer { folder.delete() }
    let file = folder.url.appendingPathComponent("file")
    try Data().write(to: file)
    #expect(throws: GiftClientError.self) { try AssetFolder(file, limit: 1) { Date() } }
  }

  @Test func `memory keeps its limit, and the disk still has the rest`() async throws {
    let folder = try CacheFolder()
    defer { folder.delete() }
    let (events, report) = AsyncStream<ClientEvent>.makeStream()
    let cache = AssetCache(
      folder: try self.folder(folder, limit: 100_000), bundle: nil, memoryLimit: 2500,
      report: { report.yield($0) })
    let all = (1...4).map { bytes(UInt8($0)) }
    for data in all { await cache.store(data, as: digest(data)) }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
      try bytes(0).write(to: folder.url.appendingPathComponent(name))
    }
    // Two are in memory; the files of the others have been damaged.
    for (data, isHeld) in zip(all, [false, false, true, true]) {
      #expect(await cache.data(of: try reference(data)) == (isHeld ? data : nil))
    }
    report.finish()
    let failures = await events.filter {
      if case .digestFailed(_, .disk) = $0 { true } else { false }
    }
    .reduce(0) { count, _ in count + 1 }
    #expect(failures == 2)
  }

  @Test func `a reference with a wrong size leaves the file to those with the right one`()
    async throws
  {
    let folder = try CacheFolder()
    defer { folder.delete() }
    let files = try self.folder(folder, limit: 10_000)
    let data = bytes(1)
    try files.write(data, as: digest(data))
    for wrong in [1, 999, 1001] {
      guard case .missing = files.read(digest(data), byteCount: wrong) else {
        Issue.record("it is not missing")
        return
      }
    }
    let cache = AssetCache(folder: files, bundle: nil, memoryLimit: 10_000) { _ in }
    #expect(await cache.data(of: try reference(data)) == data)
    #expect(await cache.data(of: try reference(data, byteCount: 999)) == nil)
    #expect(await cache.data(of: try reference(data)) == data)
  }

  @Test(arguments: HostileFile.allCases)
  func `what is neither a file nor of an asset's size is removed unread`(file: HostileFile) throws {
    let folder = try CacheFolder()
    defer { folder.delete() }
    let files = try self.folder(folder, limit: 10_000)
    let data = bytes(1)
    let url = folder.url.appendingPathComponent(digest(data).hex)
    let actions: [() throws -> Void] = [
      { #expect(!files.contains(digest(data))) },
      {
        guard case .missing = files.read(digest(data), byteCount: 1000) else {
          Issue.record("it was read")
          return
        }
      },
      { #expect(files.evict(keeping: [], except: digest(data)).room == 10_000) },
    ]
    for action in actions {
      try file.make(at: url)
      try action()
      #expect(throws: CocoaError.self) {
        try FileManager.default.attributesOfItem(atPath: url.path)
      }
    }
    try file.make(at: url)
    try files.write(data, as: digest(data))
    guard case .bytes(data) = files.read(digest(data), byteCount: 1000) else {
      Issue.record("it was not written in its place")
      return
    }
  }

  @Test func `what was left half written goes by its own time, whenever assets were used`() throws {
    let folder = try CacheFolder()
    defer { folder.delete() }
    // A wall clock that is two hours ahead.
    let files = try AssetFolder(folder.url, limit: 10_000) { Date(timeIntervalSinceNow: 7200) }
    try files.write(bytes(1), as: digest(bytes(1)))
    _ = files.read(digest(bytes(1)), byteCount: 1000)
    try bytes(9).write(to: folder.url.appendingPathComponent("writing-now"))
    _ = files.evict(keeping: [], except: digest(bytes(1)))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(names.sorted() == [digest(bytes(1)).hex, "writing-now"])
  }

  @Test func `a write that fails tidies up for the next`() async throws {
    let folder = try CacheFolder()
    defer { folder.delete() }
    let (events, report) = AsyncStream<ClientEvent>.makeStream()
    let cache = AssetCache(
      folder: try self.folder(folder, limit: 50_000_000), bundle: nil, memoryLimit: 0,
      report: { report.yield($0) })
    // The first success finds that there is room.
    await cache.store(bytes(1), as: digest(bytes(1)))
    let left = folder.url.appendingPathComponent("writing-abc")
    try bytes(9).write(to: left)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000)], ofItemAtPath: left.path)
    // An asset that is larger than any file may be stands for a disk that is full.
    await cache.store(Data(count: ClientLimits.animationBytes + 1), as: digest(bytes(3)))
    report.finish()
    #expect(
      await events.contains { if case .cacheFailed(.cacheUnusable) = $0 { true } else { false } })
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        == [digest(bytes(1)).hex])
  }
}

/// What may lie in a folder under the name of a file.
enum HostileFile: CaseIterable, Sendable {
  case pipe, huge, link, folder

  func make(at url: URL) throws {
    switch self {
    case .pipe:
      let make = Process()
      make.executableURL = URL(fileURLWithPath: "/usr/bin/mkfifo")
      make.arguments = [url.path]
      try make.run()
      make.waitUntilExit()
    case .huge:
      try Data().write(to: url)
      let file = try FileHandle(forWritingTo: url)
      try file.truncate(atOffset: 10_000_000_000)
      try file.close()
    case .link:
      try FileManager.default.createSymbolicLink(
        at: url, withDestinationURL: URL(fileURLWithPath: "/dev/zero"))
    case .folder:
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }
  }
}
