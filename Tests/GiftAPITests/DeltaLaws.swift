import GiftDomain
import GiftStore
import NIOCore
import Testing

@testable import GiftAPI

/// Who has a catalogue and takes in what changed has what a client of that kind gets that had
/// nothing.
@Suite(.timeLimit(.minutes(5)))
struct DeltaLaws {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `full(to, client) is apply(delta(from, to), full(from, client)), for every pair`(
    seed: UInt64
  ) async throws {
    let stock = try await StockedCatalogue()
    var random = try await RandomCatalogue(stock, seed: seed)
    for _ in 0..<30 { try await random.takeStep() }
    let points = try await points(of: stock.editor)
    #expect(points.count > 30)
    let last = try #require(points.last)
    #expect(!last.view.rotations.isEmpty)
    #expect(last.view.states.flatMap(\.versions).contains { $0.pictures != nil })
    #expect(points.contains { !$0.view.groups.categories.isEmpty })
    #expect(Set(points.flatMap(\.placements).map(\.place)).count > 2)
    #expect(points.contains { $0.panel.catalogues.audiences.count > 1 })
    var deltas = 0
    var pairs = 0
    var differences = 0
    for question in try Question.all {
      // For kinds of clients a fourth of them, so that this stays short.
      let looked = points.enumerated().filter { index, _ in
        question.client == .unknown || index % 4 == 0
      }
      let points = looked.compactMap { _, point in
        point.placement(question.key).map { placement in
          differences += placement.catalogues[question.client] == nil ? 1 : 0
          return (position: point.token, served: placement.catalogue(for: question.client))
        }
      }
      let known = try await known(points, of: question, in: stock.editor, like: last)
      for (_, to) in points {
        for (token, from) in known {
          let answer = to.deltas.made(since: token, from: from.live).resource
          let body = Array(buffer: answer.body.identity)
          #expect(try from.full.after(body) == known[to.deltas.token]?.full)
          #expect(body.count <= to.body.readableBytes || token == to.deltas.token)
          if answer.location == nil { deltas += 1 }
        }
        // Hundreds of pairs: whoever else runs here has limits to keep.
        await Task.yield()
      }
      pairs += points.count * known.count
    }
    #expect(differences > 30)
    // Not all answers are the whole catalogue.
    #expect(deltas > pairs / 3)
  }

  private struct Question {
    let name: PlacementName
    /// As in URLs.
    let key: AddressKey?
    let client: ClientKind

    /// All placements for clients that say nothing, and the panel and one more for others.
    static var all: [Question] {
      get throws {
        let others = try RandomCatalogue.placements.map { text in
          Question(name: try PlacementName(text), key: AddressKey(text), client: .unknown)
        }
        let panel = Question(name: .gifts, key: nil, client: .unknown)
        let kinds = try RandomCatalogue.clients.map { text in try ClientKind(text) }
        return [panel] + others
          + kinds.map { Question(name: .gifts, key: nil, client: $0) }
          + kinds.map { Question(name: others[0].name, key: others[0].key, client: $0) }
      }
    }
  }

  private typealias Known = [CatalogueToken: (live: LiveCatalogue, full: ClientCatalogue)]

  /// What clients have had; what the database says of a name is what was shown under
  /// it.
  private func known(
    _ points: [(position: CataloguePosition, served: ServedCatalogue)], of question: Question,
    in store: GiftStore, like last: Snapshot
  ) async throws -> Known {
    var known: Known = [:]
    for (position, served) in points {
      let named = try await store.catalogue(
        of: served.deltas.token, in: question.name, for: question.client, like: last)
      guard case .live(let live) = named else {
        Issue.record("nothing under \(position) in \(question.name)")
        continue
      }
      let full = try ClientCatalogue(Array(buffer: served.body))
      #expect(full.placement == question.name.text)
      #expect(live.gifts.map(\.id) == full.gifts.map(\.id))
      #expect(live.gifts.map(\.text) == served.deltas.live.gifts.map(\.text))
      #expect(live.categories == served.deltas.live.categories)
      let before = known.updateValue((live, full), forKey: served.deltas.token)
      #expect(before?.full ?? full == full)
    }
    return known
  }

  /// The catalogues after each change, and at the next boundaries as if it had been the last one.
  private func points(of store: GiftStore) async throws -> [Snapshot] {
    var points: [Snapshot] = []
    for number in 0...(try await store.view(at: .now).change.value) {
      let view = try await store.view(at: .change(try ChangeNumber(number)))
      var instant = view.instant
      for _ in 0..<3 {
        let point = Snapshot(
          of: view.evaluated(at: instant), assets: .empty, after: nil,
          limits: .standard)
        points.append(point)
        guard let until = point.until else { break }
        instant = until
      }
    }
    return points
  }
}

extension ServedCatalogue {
  fileprivate var body: ByteBuffer { whole.resource.body.identity }
}
