public import Foundation

/// What an app shows and plays gifts with, of one placement: a `GiftClient`, or `PreviewGifts`.
public protocol GiftProvider: AnimationProvider {
  /// The last catalogue at once, then each new one.
  var catalogues: AsyncStream<Catalogue> { get }

  /// What the client does, from now on.
  var events: AsyncStream<ClientEvent> { get }

  /// The catalogue as it is to be shown now; nil if there never was one.
  var current: Catalogue? { get async }

  /// Asks for changes now, and returns the catalogue after the answer.
  func refresh() async throws(GiftClientError) -> Catalogue

  /// Loads a poster or a preview: bytes in WebP.
  func picture(_ picture: Picture) async throws(GiftClientError) -> Data

  /// Fetches what is live, and what will be.
  func prefetch(upTo limit: ByteCount) async throws(GiftClientError) -> PrefetchSummary

  /// Ends everything; streams end, and later requests fail with `cancelled`.
  func close()
}
