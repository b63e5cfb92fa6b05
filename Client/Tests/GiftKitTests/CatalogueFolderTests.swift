import Foundation
import Testing

@testable import GiftKit

struct CatalogueFolderTests {
  private func saved(_ text: String, after seconds: Double = 0) throws -> CatalogueFolder.Saved {
    guard case .whole(let catalogue) = try SampleGifts.whole(text, [SampleGifts.json("rose")])
    else { throw GiftClientError.cancelled }
    return CatalogueFolder.Saved(
      catalogue: catalogue, confirmedAt: Date(timeIntervalSince1970: 1_795_258_074 + seconds),
      clockLower: -0.25, clockUpper: 0.5)
  }

  @Test func `the last catalogue is read as it was saved`() throws {
    let folder = try CacheFolder()
    defer { folder.delete() }
    let files = try CatalogueFolder(folder.url)
    #expect(files.load() == nil)
    try files.save(try saved(token(1)), replacing: nil)
    #expect(files.load() == (try saved(token(1))))
    let later = Date(timeIntervalSince1970: 1_795_258_100)
    files.confirm(try saved(token(1)).catalogue.token, at: later)
    #expect(files.load()?.confirmedAt == later)
  }

  @Test func `a process that saves late does not take another back`() throws {
    let folder = try CacheFolder()
    defer { folder.delete() }
    try CatalogueFolder(folder.url).save(try saved(token(5)), replacing: nil)
    try CatalogueFolder(folder.url).save(try saved(token(4)), replacing: nil)
    #expect(try CatalogueFolder(folder.url).load()?.catalogue.token.change == 5)
    try CatalogueFolder(folder.url).save(try saved(token(6)), replacing: nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [token(6)])
  }

  @Test func `a reset leaves nothing of what was before`() throws {
    let folder = try CacheFolder()
    defer { folder.delete() }
    let files = try CatalogueFolder(folder.url)
    try files.save(try saved(token(5)), replacing: nil)
    try files.save(try saved(reborn(2)), replacing: CatalogueToken(token(5)))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [reborn(2)])
  }

  @Test func `a catalogue with one other bit is not read`() throws {
    let folder = try CacheFolder()
    defer { folder.delete() }
    let files = try CatalogueFolder(folder.url)
    try files.save(try saved(token(1)), replacing: nil)
    let file = folder.url.appendingPathComponent(token(1))
    let whole = try Data(contentsOf: file)
    for index in stride(from: 0, to: whole.count, by: 17) {
      var damaged = whole
      damaged[index] ^= 1
      try damaged.write(to: file)
      #expect(files.load() == nil)
    }
    for count in [0, 1, 64, 65, 66, whole.count - 1] {
      try whole.prefix(count).write(to: file)
      #expect(files.load() == nil)
    }
    try whole.write(to: folder.url.appendingPathComponent(token(7)))
    #expect(files.load() == nil)
  }

  @Test func `a reset to an older catalogue leaves a newer one that another process saved`() throws
  {
    let folder = try CacheFolder()
    defer { folder.delete() }
    let files = try CatalogueFolder(folder.url)
    for change in [7, 5] { try files.save(try saved(token(change)), replacing: nil) }
    try files.save(try saved(token(4)), replacing: CatalogueToken(token(5)))
    #expect(files.load()?.catalogue.token.change == 7)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(names.sorted() == [token(4), token(7)])
  }

  @Test func `a history that no server confirms any more does not come back`() throws {
    let folder = try CacheFolder()
    defer { folder.delete() }
    let files = try CatalogueFolder(folder.url)
    try files.save(try saved(reborn(2), after: 60), replacing: nil)
    // A process that has not heard of the new history saves late.
    try files.save(try saved(token(9)), replacing: CatalogueToken(token(8)))
    #expect(files.load()?.catalogue.token.description == reborn(2))
    try files.save(try saved(reborn(1), after: 90), replacing: nil)
    #expect(files.load()?.catalogue.token.description == reborn(2))
  }

  @Test func `a catalogue that is damaged on disk is written again`() throws {
    let folder = try CacheFolder()
    defer { folder.delete() }
    let files = try CatalogueFolder(folder.url)
    try Data("damaged".utf8).write(to: folder.url.appendingPathComponent(token(1)))
    try files.save(try saved(token(1)), replacing: nil)
    #expect(files.load() == (try saved(token(1))))
  }

  @Test func `what is neither a file nor of a catalogue's size is removed unread`() throws {
    let folder = try CacheFolder()
    defer { folder.delete() }
    let files = try CatalogueFolder(folder.url)
    try files.save(try saved(token(1)), replacing: nil)
    try HostileFile.allCases.enumerated().forEach { index, file in
      try file.make(at: folder.url.appendingPathComponent(token(index + 2)))
    }
    #expect(files.load() == (try saved(token(1))))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [token(1)])
  }

  @Test func `a read while another process saves finds the one or the other`() async throws {
    let folder = try CacheFolder()
    defer { folder.delete() }
    let files = try CatalogueFolder(folder.url)
    try files.save(try saved(token(1)), replacing: nil)
    for change in 2...300 {
      async let found = Self.load(files)
      try await Self.save(try saved(token(change)), in: files)
      let loaded = try #require(await found?.catalogue.token.change)
      #expect(loaded == change - 1 || loaded == change)
    }
  }

  private func reborn(_ change: Int) -> String { token(change, history: "bbbbbbbbbbbb") }

  @concurrent private static func load(_ files: CatalogueFolder) async -> CatalogueFolder.Saved? {
    files.load()
  }

  @concurrent private static func save(
    _ saved: CatalogueFolder.Saved, in files: CatalogueFolder
  ) async throws {
    try files.save(saved, replacing: nil)
  }
}
