import Foundation
import GiftKit

/// The code of the articles on showing gifts, as an app has it.
struct ShowSnippets: Sendable {
  let url: URL
  let caches: URL
  /// Is told how many gifts are shown.
  let shown: @Sendable (Int) -> Void

  func show(_ gifts: [Gift]) { shown(gifts.count) }
  func play(_ json: Data) {}
  func play(_ json: Data, times: Int) {}
  func play(_ json: Data, repeating first: Double, _ last: Double) {}
  func say(_ text: String) {}

  func five() async throws {
    // snippet: five-lines
    let gifts = try GiftClient(server: url, cache: .init(directory: caches, limit: .megabytes(200)))
    for await catalogue in gifts.catalogues { show(catalogue.gifts) }
    // end
  }

  func rose(_ gifts: GiftClient) async throws {
    // snippet: rose
    let rose = try await gifts.animation(for: "rose")
    play(rose.data)
    // end
  }

  func playback(_ rose: GiftAnimation) {
    // snippet: playback
    switch rose.playback?.loop ?? .never {
    case .never: play(rose.data, times: 1)
    case .times(let count): play(rose.data, times: count)
    case .always: play(rose.data, times: .max)
    case .segment:
      guard let part = rose.playback?.repeated else { return }
      play(rose.data, repeating: part.first, part.last)
    }
    // end
  }

  func name(_ gift: Gift) -> String {
    // snippet: name
    let name = gift.name()
    // end
    return name
  }

  func events() throws {
    // snippet: events
    let gifts = try GiftClient(
      server: url, cache: .init(directory: caches, limit: .megabytes(200)), updates: .events)
    // end
    gifts.close()
  }

  func identity() throws {
    // snippet: client
    let gifts = try GiftClient(
      server: url, client: .init(platform: .iOS, app: "8.3", region: "DE"),
      cache: .init(directory: caches, limit: .megabytes(200)))
    // end
    gifts.close()
  }

  func splash(_ gifts: GiftClient) async throws {
    // snippet: placement
    let splash = gifts.client(for: "splash")
    if let gift = try await splash.refresh().chosen().first {
      play(try await splash.animation(for: gift.id).data)
    }
    // end
  }

  func errors(_ gifts: GiftClient) async {
    // snippet: errors
    do throws(GiftClientError) {
      play(try await gifts.animation(for: "rose").data)
    } catch .retired(let id) {
      say("\(id) is gone; here is what there is instead.")
    } catch .unavailable(let seconds) {
      say("Try again in \(seconds ?? 2) s.")
    } catch {
      say(error.localizedDescription)
    }
    // end
  }
}
