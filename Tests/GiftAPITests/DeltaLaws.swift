import GiftDomain
import GiftStore
import NIOCore
import Testing

@testable import GiftAPI

/// Who has a catalogue and takes in what changed has what everybody has.
@Suite(.timeLimit(.minutes(5)))
struct DeltaLaws {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `full(to) is apply(delta(from, to), full(from)), for every pair`(seed: UInt64) async throws {
    let stock = try await StockedCatalogue()
    var random = try await RandomCatalogue(stock, seed: seed)
    for _ in 0..<30 { try await random.takeStep() }
    let points = try await points(of: stock.editor)
    #expect(points.count > 30)
    let last = try #require(points.last)
    #expect(!last.view.rotations.isEmpty)
    #expect(last.view.states.flatMap(\.versions).contains { $0.pictures != nil })
    var known: [CataloguePosition: (gifts: [LiveGift], full: ClientCatalogue)] = [:]
    for point in points {
      // What the database says of a name is what was shown under it.
      guard
        case .live(let gifts) = try await stock.editor.catalogue(of: point.token, like: last)
      else {
        Issue.record("nothing under \(point.token)")
        return
      }
      let full = try ClientCatalogue(Array(buffer: point.body))
      #expect(gifts.map(\.id) == full.gifts.map(\.id))
      #expect(gifts.map(\.text) == point.deltas.live.map(\.text))
      let before = known.updateValue((gifts, full), forKey: point.token)
      #expect(before?.full ?? full == full)
    }
    var deltas = 0
    for to in points {
      for (token, from) in known {
        let answer = to.deltas.made(since: token, from: from.gifts).resource
        let body = Array(buffer: answer.body.identity)
        #expect(try from.full.after(body) == known[to.token]?.full)
        #expect(body.count <= to.body.readableBytes || token == to.token)
        if answer.location == nil { deltas += 1 }
      }
      // Hundreds of pairs: whoever else runs here has limits to keep.
      await Task.yield()
    }
    // Not all answers are the whole catalogue.
    #expect(deltas > points.count * known.count / 3)
  }

  /// The catalogues after each change, and at the next boundaries as if it had been the last one.
  private func points(of store: GiftStore) async throws -> [Snapshot] {
    var points: [Snapshot] = []
    var room = ByteBuffer()
    for number in 0...(try await store.view(at: .now).change.value) {
      let view = try await store.view(at: .change(try ChangeNumber(number)))
      var instant = view.instant
      for _ in 0..<3 {
        let point = Snapshot(
          of: view.evaluated(at: instant), assets: .empty, after: nil, recycledBuffer: &room,
          limits: .standard)
        points.append(point)
        guard let until = point.until else { break }
        instant = until
      }
    }
    return points
  }
}

extension Snapshot {
  fileprivate var body: ByteBuffer { catalogue.resource.body.identity }
}
