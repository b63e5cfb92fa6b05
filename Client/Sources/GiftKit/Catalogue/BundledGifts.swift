import Foundation

/// A folder that an app brings along: the answer of `/v1/catalogue`, and assets by the names that
/// their URLs end with.
///
/// The assets are verified like others; the catalogue is as trustworthy as the app.
struct BundledGifts: Sendable {
  let directory: URL

  /// The catalogue for a query; nil if there is none that can be read.
  func catalogue(for query: CatalogueQuery) async -> HeldCatalogue? {
    let name = "catalogue\(query.folderEnding).json"
    guard let bytes = size(name), bytes <= query.byteLimit, let data = read(name),
      // Whoever bundles a folder tries it, and the client works without.
      case .whole(let catalogue) = try? await CatalogueDocument.read(data, of: query.placement)
    else { return nil }
    return catalogue
  }

  /// An asset, verified; nil if it is not there.
  func data(of reference: AssetReference) -> Data? {
    guard contains(reference), let data = read(name(of: reference)), reference.digest.isOf(data)
    else { return nil }
    return data
  }

  /// Whether there is a file of this asset, without verifying it.
  func contains(_ reference: AssetReference) -> Bool {
    size(name(of: reference)) == reference.byteCount
  }

  private func name(of reference: AssetReference) -> String {
    "\(reference.path.split(separator: "/").last ?? "")"
  }

  private func url(_ name: String) -> URL {
    directory.appendingPathComponent(name, isDirectory: false)
  }

  /// The bytes of a file; nil if there is none, or something else.
  private func size(_ name: String) -> Int? {
    // What an app did not bring along is no failure. Links are not followed.
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: url(name).path),
      attributes[.type] as? FileAttributeType == .typeRegular
    else { return nil }
    return (attributes[.size] as? NSNumber)?.intValue
  }

  private func read(_ name: String) -> Data? {
    // It is the app's own, so a failure is no news to it.
    try? Data(contentsOf: url(name))
  }
}
