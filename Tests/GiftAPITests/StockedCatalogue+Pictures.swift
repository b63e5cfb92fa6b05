import GiftDomain
import GiftStore
import StoreSupport
import Support

extension StockedCatalogue {
  /// Draws the version with these bytes: a sample is its poster, and the one after it its preview.
  func draw(
    _ gift: String, _ content: String, _ sample: UInt8, settings: Int64 = 1
  ) async throws -> EditOutcome {
    try await picture(
      gift, content, try .drawn(sample, settings: settings),
      [try PictureFile(sample: sample), try PictureFile(sample: sample + 1)])
  }

  /// Sets the pictures of the version with these bytes.
  func picture(
    _ gift: String, _ content: String, _ pictures: VersionPictures, _ files: [PictureFile]
  ) async throws -> EditOutcome {
    let animation = try SHA256Digest(bytes: sha256(Array(content.utf8)))
    return try await editor.commit(
      [
        .setPictures(
          gift: try GiftID(gift), animation: animation, pictures: pictures, replace: true)
      ],
      EditRequest(verb: .pictures, actor: try Actor("tester")), pictures: files)
  }

  /// Adds a gift, draws it and publishes it, `delay` from now on, in microseconds.
  func addDrawn(
    _ gift: String, _ content: String, _ sample: UInt8, after delay: Int64 = 0
  ) async throws {
    _ = try await add(try GiftID(gift), content)
    _ = try await draw(gift, content, sample)
    _ = try await publish(try GiftID(gift), after: delay)
  }

  /// Takes from the reader, or gives back, what the fallback reads.
  func allowFallback(_ isAllowed: Bool) async throws -> Bool {
    let sql =
      isAllowed
      ? "GRANT SELECT ON asset, version_picture TO gift_reader"
      : "REVOKE SELECT ON asset, version_picture FROM gift_reader"
    return try await query(sql) == (isAllowed ? "GRANT\n" : "REVOKE\n")
  }
}

/// The URL of a sample picture.
func pictureURL(_ sample: UInt8) throws -> String {
  "/v1/pictures/\(try PictureFile(sample: sample).picture.asset.hex).webp"
}
