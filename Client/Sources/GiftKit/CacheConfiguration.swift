public import Foundation

/// Where a client keeps what it has verified, and how much.
public struct CacheConfiguration: Sendable, Hashable {
  /// A folder of the client's own, which an app and its extensions may share if they say the same
  /// about themselves; nil: memory only.
  public let directory: URL?
  /// The most bytes of assets on disk.
  public let limit: ByteCount
  /// The most bytes of assets in memory.
  public let memoryLimit: ByteCount
  /// The most bytes of a catalogue; one that is longer is refused.
  public var catalogueLimit = CacheConfiguration.defaultCatalogueLimit
  /// A folder of the app with a first catalogue and assets, for a start without a network.
  public var bundle: URL?

  /// The most bytes of a catalogue, unless an app says otherwise: some 8,000 gifts of 1 kB.
  public static let defaultCatalogueLimit = ByteCount(bytes: 8 * 1024 * 1024)

  /// Keeps assets and the last catalogue in a folder, which is made if it does not exist.
  public init(directory: URL, limit: ByteCount, memoryLimit: ByteCount = .megabytes(32)) {
    self.directory = directory
    self.limit = limit
    self.memoryLimit = memoryLimit
  }

  /// Keeps assets in memory only, so that each start begins with a request.
  public init(memoryLimit: ByteCount) {
    directory = nil
    limit = ByteCount(bytes: 0)
    self.memoryLimit = memoryLimit
  }
}
