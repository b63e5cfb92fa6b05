import GiftDomain
import GiftSQL
import Postgres

extension Row {
  /// A row of `picture_…` with its changes.
  func picturedVersion() throws -> Recorded<PicturedVersion> {
    Recorded(
      PicturedVersion(version: try version("version"), pictures: try versionPictures()),
      since: try change("since_change"), until: try optionalChange("until_change"))
  }

  /// The pictures in a row of `picture_…`.
  func versionPictures() throws -> VersionPictures {
    let maker = try PictureMaker(renderer: text("renderer"), settings: int("settings"))
    guard try optionalText("obstacle") == nil else {
      return VersionPictures(maker: maker, outcome: .undrawn(try word("obstacle")))
    }
    let poster = try Picture(
      asset: digest("poster"), byteCount: int("poster_byte_count"), width: int("poster_width"),
      height: int("poster_height"))
    let preview = try Picture(
      asset: digest("preview"), byteCount: int("preview_byte_count"), width: int("preview_width"),
      height: int("preview_height"))
    return VersionPictures(
      maker: maker, outcome: .drawn(PicturePair(poster: poster, preview: preview)))
  }
}

/// The rows of new pictures, each of a gift.
typealias NewPictures = [(gift: GiftID, row: Recorded<PicturedVersion>)]

extension [AnimationVersion] {
  /// The rows of those that have pictures.
  func pictures(since change: ChangeNumber) -> NewPictures {
    compactMap { version in
      version.pictures.map { pictures in
        let row = PicturedVersion(version: version.number, pictures: pictures)
        return (version.gift, Recorded(row, since: change, until: nil))
      }
    }
  }
}

extension Call {
  /// The statement that ends the current pictures of versions, those that have some.
  init(endingPicturesOf versions: [AnimationVersion], at change: ChangeNumber) {
    self.init(
      SQL.pictureSupersede,
      [
        .textArray(versions.map(\.gift.text)), .intArray(versions.map(\.number.value)),
        .change(change),
      ])
  }

  /// The statement that writes pictures.
  init(picturing rows: NewPictures) {
    let made = rows.map(\.row.value.pictures)
    let posters = made.map { $0.pair?.poster }
    let previews = made.map { $0.pair?.preview }
    self.init(
      SQL.pictureInsert,
      [
        .textArray(rows.map(\.gift.text)), .intArray(rows.map(\.row.value.version.value)),
        .intArray(rows.map(\.row.since.value)), .intArray(rows.map { $0.row.until?.value }),
        .textArray(made.map(\.maker.renderer)), .intArray(made.map(\.maker.settings)),
        .bytesArray(posters.map { $0?.asset.bytes }), .intArray(posters.map { $0?.byteCount }),
        .intArray(posters.map { $0?.width }), .intArray(posters.map { $0?.height }),
        .bytesArray(previews.map { $0?.asset.bytes }), .intArray(previews.map { $0?.byteCount }),
        .intArray(previews.map { $0?.width }), .intArray(previews.map { $0?.height }),
        .textArray(made.map(\.obstacle?.rawValue)),
      ])
  }
}
