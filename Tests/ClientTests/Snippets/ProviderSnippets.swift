import Foundation
import GiftKit

// snippet: provider
/// Plays what the app brings along, and asks the client for everything else.
struct BundledAnimations: AnimationProvider {
  let client: GiftClient
  let bundled: [AssetDigest: Data]

  func animation(for id: GiftID) async throws(GiftClientError) -> GiftAnimation {
    if let gift = await client.current?[id], let data = bundled[gift.animation.asset.digest] {
      return GiftAnimation(
        data: data, digest: gift.animation.asset.digest, version: gift.animation.version,
        playback: gift.animation.playback)
    }
    return try await client.animation(for: id)
  }

  func animation(_ reference: AssetReference) async throws(GiftClientError) -> GiftAnimation {
    if let data = bundled[reference.digest] {
      return GiftAnimation(data: data, digest: reference.digest, version: nil, playback: nil)
    }
    return try await client.animation(reference)
  }
}
// end

// snippet: preview
func preview(_ animation: Data) async -> PreviewGifts {
  let gifts = PreviewGifts(content: [animation])
  let rose = Gift(
    id: "rose", names: ["en": "Rose", "de": "Rose"], fallback: "en", price: 10,
    animation: AnimationInfo(
      width: 512, height: 512, frameRate: 30, frameCount: 90, durationMs: 3000,
      asset: AssetReference(of: animation, kind: .animation)))
  if let token = CatalogueToken("1-000000000000-0") {
    await gifts.show(Catalogue(gifts: [rose], token: token, asOf: Date()))
  }
  return gifts
}
// end

/// The code of the articles on providers and on observing.
struct ObservingSnippets: Sendable {
  let gifts: GiftClient
  let player: BundledAnimations

  func several() async {
    // snippet: several
    let loaded = await player.animations(for: ["rose", "heart", "crown"])
    for (id, result) in loaded {
      switch result {
      case .success(let animation): print("\(id): \(animation.data.count) bytes")
      case .failure(let error): print("\(id): \(error)")
      }
    }
    // end
  }

  func observe() async {
    // snippet: observe
    for await event in gifts.events {
      switch event {
      case .requestFinished(let route, let status, let bytes, let duration):
        print("\(route): \(status), \(bytes) bytes in \(duration) s")
      case .digestFailed(let digest, let source):
        print("wrong bytes for \(digest) from the \(source)")
      default:
        print(event)
      }
    }
    // end
  }
}
