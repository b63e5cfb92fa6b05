import DaemonSupport
import FaultyProxy
import Foundation
import GiftKit
import NIOCore
import Support
import Testing

/// A client that follows a giftd over a bad network, while gifts are edited and giftd starts again.
struct FaultSchedule {
  private let seed: UInt64
  private let churning: ChurningCatalogue
  private var random: SplitMix64

  /// How long a client may take to have what the server has after the last fault: two seconds where
  /// nothing else runs (`make client-faults`); beside all other tests it only has to get there.
  private static let limit =
    ProcessInfo.processInfo.environment["FAULTS"] == nil ? patience : .seconds(2)
  /// Edits for each giftd, and requests that a client makes between two of them, if it is not told
  /// to wait.
  private static let edits = 6
  private static let requestsBetweenEdits = 2

  init(seed: UInt64, over churning: ChurningCatalogue) {
    self.seed = seed
    self.churning = churning
    random = SplitMix64(seed: ~seed)
  }

  mutating func run() async throws -> FaultReport {
    let folder = try CacheFolder()
    defer { folder.delete() }
    let isOnDisk = Bool.random(using: &random)
    let updates: GiftClient.Updates = Bool.random(using: &random) ? .events : .polling
    let starts = Int.random(in: 1...3, using: &random) == 1 ? 2 : 1
    let (seed, churning) = (seed, churning)
    return try await withFaultyProxy(to: nil) { proxy in
      let client = try GiftClient.quick(
        server: proxy.url, folder: isOnDisk ? folder.url : nil, updates: updates)
      defer { client.close() }
      return try await withThrowingTaskGroup(of: FaultReport.self) { group in
        group.addTask { try await Self.watch(client, seed: seed) }
        var sum = FaultReport()
        for start in 1...starts {
          let end = try await withServingDaemon(database: churning.conninfo) { daemon in
            proxy.forward(to: daemon.publicPort)
            proxy.misbehave(FaultPlan(seed: seed))
            try await Self.edit(churning, seed: seed, while: proxy)
            guard start == starts else { return Duration.zero }
            proxy.calm()
            return try await Self.catchUp(
              client, in: isOnDisk ? folder : nil, port: daemon.publicPort, seed: seed)
          }
          sum.catchingUp = end.value
          proxy.forward(to: nil)
        }
        client.close()
        Self.expectPatience(proxy.requests, seed: seed)
        for try await report in group { sum += report }
        sum.requests = proxy.requests.count
        sum.faults = proxy.requests.count { $0.fault != nil }
        return sum
      }
    }
  }

  /// A server that asked for a second has it before the next request for the catalogue.
  private static func expectPatience(_ requests: [ProxiedRequest], seed: UInt64) {
    let asked = requests.filter { $0.target.hasPrefix("/v1/catalogue") }
    for (request, next) in zip(asked, asked.dropFirst()) where request.fault == .unavailable {
      let wait = request.arrival.duration(to: next.arrival)
      #expect(wait >= .seconds(1), "seed \(seed): after \(wait)")
    }
  }

  private static func edit(
    _ churning: ChurningCatalogue, seed: UInt64, while proxy: FaultyProxy
  ) async throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<edits {
      try await churning.edit(Int.random(in: 0..<1_000_000, using: &random))
      await proxy.waitForRequests(
        proxy.requests.count + requestsBetweenEdits, limit: .milliseconds(400))
    }
  }

  /// Looks at everything that the client shows, until it is closed.
  private static func watch(_ client: GiftClient, seed: UInt64) async throws -> FaultReport {
    var report = FaultReport()
    var last: Catalogue?
    var seen: [CatalogueToken: [GiftID: AssetReference]] = [:]
    for await catalogue in client.catalogues {
      report.catalogues += 1
      let isBack = last.map { $0.token.isNewer(than: catalogue.token) } ?? false
      #expect(!isBack, "seed \(seed): \(catalogue.token) after \(String(describing: last?.token))")
      #expect(!catalogue.isReset, "seed \(seed)")
      last = catalogue
      // Gifts go at their own end before the server says so, or get their next price; one that was
      // malformed on the way comes later. Nothing else changes by itself.
      for gift in catalogue.gifts {
        let before = seen[catalogue.token, default: [:]][gift.id] ?? gift.animation.asset
        #expect(gift.animation.asset == before, "seed \(seed): \(catalogue.token) has changed")
        seen[catalogue.token, default: [:]][gift.id] = gift.animation.asset
      }
      let results = await client.animations(for: catalogue.gifts.map(\.id))
      for case .success(let animation) in results.values {
        report.animations += 1
        #expect(hexDigest(Array(animation.data)) == animation.digest.hex, "seed \(seed)")
      }
      report.failures += results.values.count { if case .failure = $0 { true } else { false } }
    }
    return report
  }

  /// Waits until the client shows what the server has, can load all of it, and has nothing of what
  /// was withdrawn; returns how long that took.
  private static func catchUp(
    _ client: GiftClient, in folder: CacheFolder?, port: Int, seed: UInt64
  ) async throws -> Duration {
    let start = ContinuousClock.now
    let isDone = try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        for await catalogue in client.catalogues
        where try await Self.isServed(catalogue.token, port: port) { break }
        // What was refused is not asked for again by itself: an app tries again.
        while try await !Self.isLoaded(by: client, port: port) { try Task.checkCancellation() }
        // It deletes after it has shown.
        while let folder, try await Self.keepsWithdrawn(folder, port: port) {
          try Task.checkCancellation()
        }
        return true
      }
      group.addTask {
        try await ContinuousClock().sleep(for: patience)
        return false
      }
      defer { group.cancelAll() }
      return try await group.next() == true
    }
    let time = start.duration(to: .now)
    #expect(isDone && time <= limit, "seed \(seed): \(isDone ? "late" : "never"), \(time)")
    if !isDone {
      let served = try await ServedCatalogue.read(port: port)
      let shown = await client.current
      Issue.record("\(served) is shown as \(String(describing: shown))")
    }
    return time
  }

  /// Whether a folder has anything that the server has withdrawn, and serves no more.
  private static func keepsWithdrawn(_ folder: CacheFolder, port: Int) async throws -> Bool {
    let withdrawn = try await ServedCatalogue.withdrawn(port: port)
    for digest in withdrawn {
      let reply = try await get("/v1/animations/\(digest).json", port: port)
      #expect(reply?.status == 410)
    }
    return folder.assets.contains(where: withdrawn.contains)
  }

  /// Whether a token is that of what the server has.
  private static func isServed(_ token: CatalogueToken, port: Int) async throws -> Bool {
    try await ServedCatalogue.read(port: port).catalogue == token.description
  }

  /// Whether the client shows what the server has, and can load all of it.
  private static func isLoaded(by client: GiftClient, port: Int) async throws -> Bool {
    let served = try await ServedCatalogue.read(port: port)
    guard let catalogue = await client.current,
      served.gifts.map(\.id) == catalogue.gifts.map(\.id.text),
      served.gifts.map(\.animation.sha256) == catalogue.gifts.map(\.animation.asset.digest.hex)
    else { return false }
    let results = await client.animations(for: catalogue.gifts.map(\.id))
    return served.gifts.allSatisfy { gift in
      guard let id = GiftID(gift.id), case .success(let animation) = results[id] else {
        return false
      }
      return animation.digest.hex == gift.animation.sha256
    }
  }
}
