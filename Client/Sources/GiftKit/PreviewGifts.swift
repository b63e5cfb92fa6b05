public import Foundation

/// Gifts in memory, for previews of SwiftUI and for the tests of an app: no server, no file.
///
/// Each catalogue that it is given goes to those who read `catalogues`.
public final class PreviewGifts: GiftProvider {
  private actor Holder {
    var catalogue: Catalogue?
    var isClosed = false

    func show(_ catalogue: Catalogue, _ send: (Catalogue) -> Void) {
      self.catalogue = catalogue
      send(catalogue)
    }

    func close() { isClosed = true }
  }

  private let holder = Holder()
  private let published = Broadcaster<Catalogue>(buffer: 1) { $0 }
  private let reported = Broadcaster<ClientEvent>(buffer: ClientLimits.bufferedEvents)
  private let content: [AssetDigest: Data]

  /// A provider with these animations and pictures; it shows nothing yet.
  public init(content: [Data] = []) {
    self.content = Dictionary(
      content.map { (AssetDigest(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
  }

  deinit { finish() }

  /// Shows a catalogue, as if a server had sent it.
  public func show(_ catalogue: Catalogue) async {
    let before = await holder.catalogue?.token
    await holder.show(catalogue) { published.send($0) }
    reported.send(.catalogueReplaced(from: before, to: catalogue.token))
  }

  /// The last catalogue at once, then each new one.
  public var catalogues: AsyncStream<Catalogue> { published.stream(keeping: self) }

  /// One event for each catalogue.
  public var events: AsyncStream<ClientEvent> { reported.stream(keeping: self) }

  /// The catalogue that was shown last; nil if there is none.
  public var current: Catalogue? {
    get async { await holder.catalogue }
  }

  /// The catalogue that was shown last.
  ///
  /// - Throws: `unreachable` if there is none, `cancelled` after `close`.
  public func refresh() async throws(GiftClientError) -> Catalogue {
    if await holder.isClosed { throw .cancelled }
    guard let catalogue = await holder.catalogue else {
      throw .unreachable("nothing was shown yet")
    }
    return catalogue
  }

  /// What a gift of the catalogue plays.
  ///
  /// - Throws: `notFound` for a gift that is not in it, or whose animation was not given.
  public func animation(for id: GiftID) async throws(GiftClientError) -> GiftAnimation {
    guard let info = await holder.catalogue?[id]?.animation else { throw .notFound(id.text) }
    return GiftAnimation(
      data: try data(of: info.asset), digest: info.asset.digest, version: info.version,
      playback: info.playback)
  }

  /// An animation that was given.
  ///
  /// - Throws: `notFound` for another.
  public func animation(_ reference: AssetReference) async throws(GiftClientError) -> GiftAnimation
  {
    GiftAnimation(
      data: try data(of: reference), digest: reference.digest, version: nil, playback: nil)
  }

  /// A picture that was given.
  ///
  /// - Throws: `notFound` for another.
  public func picture(_ picture: Picture) async throws(GiftClientError) -> Data {
    try data(of: picture.asset)
  }

  /// Counts what was given of the catalogue; there is nothing to fetch.
  public func prefetch(upTo limit: ByteCount) async throws(GiftClientError) -> PrefetchSummary {
    var summary = PrefetchSummary()
    let assets = await holder.catalogue?.gifts.flatMap(\.assets) ?? []
    summary.cached = assets.count { content[$0.digest] != nil }
    summary.failed = assets.count - summary.cached
    return summary
  }

  /// Ends the streams.
  public func close() {
    finish()
    _ = Task { [holder] in await holder.close() }
  }

  private func finish() {
    published.finish()
    reported.finish()
  }

  private func data(of reference: AssetReference) throws(GiftClientError) -> Data {
    guard let data = content[reference.digest] else { throw .notFound(reference.path) }
    return data
  }
}
