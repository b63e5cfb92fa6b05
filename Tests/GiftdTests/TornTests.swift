import Foundation
import GiftDomain
import GiftStore
import Hashing
import Support
import Synchronization
import Testing

/// What clients see while gifts are edited as fast as possible.
struct TornTests {
  @Test func `no catalogue names what is not there, and none goes back`() async throws {
    let rose = try await PublishedRose(in: try await TestCluster.shared())
    let edits = 40
    let editing = Editing()
    let end = try await withDaemon(database: rose.conninfo) { daemon in
      try await withThrowingTaskGroup(of: Int.self) { group in
        group.addTask {
          for number in 0..<edits { try await rose.play("{\"n\":\(number)}") }
          editing.isDone.store(true, ordering: .relaxed)
          return 0
        }
        for _ in 0..<4 {
          group.addTask {
            var walk = Walk(port: daemon.publicPort)
            while !editing.isDone.load(ordering: .relaxed) { try await walk.step() }
            return walk.catalogues
          }
        }
        return try await group.reduce(0, +)
      }
    }
    #expect(end.value > 4)
    #expect(end.status == .exited(0))
  }
}

/// Whether the edits are over.
private final class Editing: Sendable {
  let isDone = Atomic(false)
}

/// One client on its way from the catalogue to every animation, again and again.
private struct Walk {
  let port: Int
  /// How many different catalogues it saw.
  private(set) var catalogues = 0
  private var last: Int64 = 0

  init(port: Int) {
    self.port = port
  }

  private struct Catalogue: Decodable {
    struct Gift: Decodable {
      let animation: Animation
    }

    struct Animation: Decodable {
      let url: String
      let sha256: String
      let byteCount: Int
    }

    let catalogue: String
    let gifts: [Gift]
  }

  mutating func step() async throws {
    let reply = try #require(try await get("/v1/catalogue", port: port))
    #expect(reply.status == 200)
    let catalogue = try JSONDecoder().decode(Catalogue.self, from: Data(reply.body))
    let change = try #require(Int64(catalogue.catalogue.prefix { $0 != "-" }))
    #expect(change >= last)
    if change > last { catalogues += 1 }
    last = change
    for gift in catalogue.gifts {
      let animation = try #require(try await get(gift.animation.url, port: port))
      #expect(animation.status == 200)
      #expect(animation.body.count == gift.animation.byteCount)
      #expect(try SHA256Digest(bytes: sha256(animation.body)).hex == gift.animation.sha256)
    }
  }
}
