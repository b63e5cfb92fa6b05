import Foundation
import Testing

@testable import GiftClient

struct CatalogueFolderTests {
  private func saved(_ text: String, _ ids: [String] = ["rose"]) throws -> CatalogueFolder.Saved {
    guard case .whole(let catalogue) = try SampleGifts.whole(text, ids.map { SampleGifts.json($0) })
    else { throw GiftClientError.cancelled }
    return CatalogueFolder.Saved(
      catalogue: catalogue, confirmedAt: Date(timeIntervalSince1970: 1_795_258_074),
      clockLower: -0.25, clockUpper: 0.5)
  }

  @Test func `the last catalogue is read as it was saved`() throws {
    let folder = try CacheFolder()
    defer { folder.delete() }
    let files = try CatalogueFolder(folder.url)
    #expect(files.load() == nil)
    try files.save(try saved(token(1)), isReset: false)
    #expect(files.load() == (try saved(token(1))))
    let later = Date(timeIntervalSince1970: 1_795_258_100)
    files.confirm(try saved(token(1)).catalogue.token, at: later)
    #expect(files.load()?.confirmedAt == later)
  }

  @Test func `a process that saves late does not take another back`() throws {
    let folder = try CacheFolder()
    defer { folder.delete() }
    try CatalogueFolder(folder.url).save(try saved(token(5)), isReset: false)
    try CatalogueFolder(folder.url).save(try saved(token(4)), isReset: false)
    #expect(try CatalogueFolder(folder.url).load()?.catalogue.token.change == 5)
    try CatalogueFolder(folder.url).save(try saved(token(6)), isReset: false)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [token(6)])
  }

  @Test func `a reset leaves nothing of what was before`() throws {
    let folder = try CacheFolder()
    defer { folder.delete() }
    let files = try CatalogueFolder(folder.url)
    try files.save(try saved(token(5)), isReset: false)
    try files.save(try saved(token(2, history: "bbbbbbbbbbbb")), isReset: true)
    #expect(files.load()?.catalogue.token.change == 2)
  }

  @Test func `a catalogue with one other bit is not read`() throws {
    let folder = try CacheFolder()
    defer { folder.delete() }
    let files = try CatalogueFolder(folder.url)
    try files.save(try saved(token(1)), isReset: false)
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
}
