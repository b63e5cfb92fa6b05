import GiftDomain
import GiftStore
import Pictures

/// The poster of a version, as the store has it.
struct StoredPoster: Sendable {
  let version: AnimationVersion
  /// The poster, or why there is none: `undrawable`, `pictureMissing` or `pictureBroken`.
  let image: Result<Bitmap, CommandError>
}

extension GiftStore {
  /// The poster of a version.
  func poster(of version: AnimationVersion) async throws(StoreError) -> StoredPoster {
    let name = version.name
    switch version.pictures?.outcome {
    case nil: return StoredPoster(version: version, image: .failure(.pictureMissing(file: name)))
    case .undrawn(let obstacle):
      return StoredPoster(version: version, image: .failure(.undrawable(file: name, obstacle)))
    case .drawn(let pair):
      let poster = pair.poster
      let bytes = try await assets([poster.asset]).first?.bodies[.identity]
      // An archive may have brought it.
      guard let image = bytes.flatMap(Bitmap.init(webP:)), image.width == poster.width,
        image.height == poster.height
      else { return StoredPoster(version: version, image: .failure(.pictureBroken(file: name))) }
      return StoredPoster(version: version, image: .success(image))
    }
  }

  /// The bytes of a version's animation.
  ///
  /// Throws `CommandError.store`, or `file` if they are missing.
  func animation(of version: AnimationVersion) async throws(CommandError) -> [UInt8] {
    do {
      if let bytes = try await assets([version.asset]).first?.bodies[.identity] { return bytes }
    } catch {
      throw .store(error)
    }
    throw .file(path: version.name, .missing)
  }
}

extension GiftState {
  /// The version whose picture is meant: the wanted one, else the live one, else the latest; nil if
  /// there is no such version.
  func pictured(_ wanted: VersionNumber?, at instant: Timestamp) -> AnimationVersion? {
    if let wanted { return version(wanted) }
    if case .live(let entry) = status(at: instant) { return version(entry.version) }
    return definition?.latestVersion.flatMap(version)
  }
}
