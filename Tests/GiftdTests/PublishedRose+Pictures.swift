import GiftDomain
import GiftStore
import StoreSupport
import Support

extension PublishedRose {
  /// Draws the rose's version with these bytes: a sample is its poster, and the one after it its
  /// preview.
  func draw(_ sample: UInt8, of content: [UInt8] = Self.content) async throws {
    let store = GiftStore.patient(conninfo: conninfo, role: .editor)
    _ = try await store.commit(
      [
        .setPictures(
          gift: try GiftID("rose"), animation: try SHA256Digest(bytes: sha256(content)),
          pictures: try .drawn(sample), replace: true)
      ],
      EditRequest(verb: .pictures, actor: try Actor("tester")),
      pictures: [try PictureFile(sample: sample), try PictureFile(sample: sample + 1)])
    await store.close()
  }
}

/// The URL of a sample picture.
func pictureURL(_ sample: UInt8) throws -> String {
  "/v1/pictures/\(sha256Hex(try PictureFile(sample: sample).bytes)).webp"
}
