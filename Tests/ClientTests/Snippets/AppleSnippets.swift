import Foundation
import GiftKit

#if canImport(BackgroundTasks)
  import BackgroundTasks
#endif
#if canImport(SwiftUI)
  import SwiftUI
#endif

// The code of the articles on what only Apple's systems have: elsewhere it is only parsed.

struct PlayerSnippets: Sendable {
  let gifts: GiftClient

  // snippet: lottie-ios
  #if canImport(Lottie) && canImport(UIKit)
    @MainActor func play(_ id: GiftID, in view: LottieAnimationView) async throws {
      let gift = try await gifts.animation(for: id)
      view.animation = try LottieAnimation.from(data: gift.data)
      switch gift.playback?.loop ?? .never {
      case .never: view.loopMode = .playOnce
      case .times(let count): view.loopMode = .repeat(Float(count))
      case .always: view.loopMode = .loop
      case .segment:
        guard let part = gift.playback?.repeated else { return }
        // The beginning once, then the segment until what the viewer waits for is there.
        return view.play(fromFrame: nil, toFrame: part.last, loopMode: .playOnce) { _ in
          view.play(fromFrame: part.first, toFrame: part.last, loopMode: .loop)
        }
      }
      view.play()
    }
  #endif
  // end
}

// snippet: swiftui
#if canImport(SwiftUI)
  @MainActor final class LiveGifts: ObservableObject {
    @Published private(set) var catalogue: Catalogue?
    private let gifts: any GiftProvider

    init(_ gifts: any GiftProvider) { self.gifts = gifts }

    func follow() async {
      for await catalogue in gifts.catalogues { self.catalogue = catalogue }
    }
  }

  struct GiftPanel: View {
    @StateObject var live: LiveGifts

    var body: some View {
      List(live.catalogue?.gifts ?? [], id: \.id) { gift in
        Text(gift.name())
      }
      .task { await live.follow() }
    }
  }
#endif
// end

// snippet: background
#if os(iOS)
  @available(iOS 16, *)
  struct RefreshingScene<Content: Scene>: Scene {
    let gifts: GiftClient
    let content: Content

    var body: some Scene {
      content.backgroundTask(.appRefresh("com.example.gifts")) {
        do {
          _ = try await gifts.prefetch(upTo: .megabytes(5))
        } catch {
          print("later: \(error)")
        }
      }
    }
  }
#endif
// end
