import DaemonSupport
import Foundation
import GiftDomain
import Support
import Synchronization
import Testing

/// What clients see while gifts are added, published, retired and swapped as fast as possible.
///
/// `TORN_FOR=60` in the environment goes on for a minute at least.
@Suite(.timeLimit(.minutes(5)))
struct TornTests {
  private static let clients = 8
  private static let leastEdits = 40

  @Test func `no catalogue names what is not there, and none goes back`() async throws {
    let wanted = ProcessInfo.processInfo.environment["TORN_FOR"].flatMap { Int64($0) }
    let churning = try await ChurningCatalogue(in: try await TestCluster.shared())
    let end = try await withServingDaemon(database: churning.conninfo) { daemon in
      try await Self.walk(from: daemon.publicPort, over: churning, for: .seconds(wanted ?? 0))
    }
    await churning.close()
    #expect(end.value.catalogues >= 2 * Self.clients)
    #expect(end.status == .exited(0))
    print("\(end.value.edits) edits, \(end.value.catalogues) catalogues seen")
  }

  private static func walk(
    from port: Int, over churning: ChurningCatalogue, for time: Duration
  ) async throws -> (edits: Int, catalogues: Int) {
    let end = ContinuousClock.now.advanced(by: time)
    let editing = Editing()
    return try await withThrowingTaskGroup(of: (edits: Int, catalogues: Int).self) { group in
      group.addTask {
        var edits = 0
        defer { editing.isDone.store(true, ordering: .relaxed) }
        // A busy machine may make its edits before anybody has looked twice.
        while edits < leastEdits || ContinuousClock.now < end || !editing.wereSeen(by: clients) {
          try Task.checkCancellation()
          try await churning.edit(edits)
          edits += 1
        }
        return (edits, 0)
      }
      for _ in 0..<clients {
        group.addTask {
          var walk = Walk(port: port)
          while !editing.isDone.load(ordering: .relaxed) {
            let before = walk.catalogues
            try await walk.step()
            if before == 1, walk.catalogues == 2 { editing.viewers.add(1, ordering: .relaxed) }
          }
          return (0, walk.catalogues)
        }
      }
      return try await group.reduce((edits: 0, catalogues: 0)) { sum, part in
        (edits: sum.edits + part.edits, catalogues: sum.catalogues + part.catalogues)
      }
    }
  }
}

/// How far the edits are.
private final class Editing: Sendable {
  /// Whether they are over.
  let isDone = Atomic(false)
  /// How many clients have seen an edit, that is more than one catalogue.
  let viewers = Atomic(0)

  func wereSeen(by clients: Int) -> Bool { viewers.load(ordering: .relaxed) == clients }
}

/// One client on its way from the catalogue to every animation, again and again.
private struct Walk {
  let port: Int
  /// How many different catalogues it saw.
  private(set) var catalogues = 0
  private var last: [Int64] = []
  /// The list of withdrawn assets that the last catalogue named, and what it lists.
  private var (list, withdrawn): (String?, Set<String>) = (nil, [])

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
    let withdrawn: String?
  }

  private struct Withdrawn: Decodable {
    struct Item: Decodable {
      let sha256: String
    }

    let withdrawn: [Item]
  }

  private mutating func readWithdrawn() async throws {
    let reply = try #require(try await get("/v1/withdrawn", port: port))
    let items = try JSONDecoder().decode(Withdrawn.self, from: Data(reply.body)).withdrawn
    #expect(withdrawn.isSubset(of: items.map(\.sha256)))
    withdrawn = Set(items.map(\.sha256))
  }

  mutating func step() async throws {
    let reply = try #require(try await get("/v1/catalogue", port: port))
    #expect(reply.status == 200)
    let catalogue = try JSONDecoder().decode(Catalogue.self, from: Data(reply.body))
    let parts = catalogue.catalogue.split(separator: "-")
    #expect(parts.count == 3)
    let token = [parts.first, parts.last].compactMap { $0.flatMap { Int64($0) } }
    #expect(token.count == 2)
    #expect(!token.lexicographicallyPrecedes(last))
    if token != last { catalogues += 1 }
    last = token
    if catalogue.withdrawn != list { try await readWithdrawn() }
    list = catalogue.withdrawn
    // Once a catalogue says so, nobody is answered with a byte of it.
    for digest in withdrawn {
      #expect(try await get("/v1/animations/\(digest).json", port: port)?.status == 410)
    }
    for gift in catalogue.gifts {
      let animation = try #require(try await get(gift.animation.url, port: port))
      if animation.status == 410 {
        // It was withdrawn since.
        try await readWithdrawn()
        #expect(withdrawn.contains(gift.animation.sha256))
        continue
      }
      #expect(animation.status == 200)
      #expect(animation.body.count == gift.animation.byteCount)
      #expect(try SHA256Digest(bytes: sha256(animation.body)).hex == gift.animation.sha256)
    }
  }
}
