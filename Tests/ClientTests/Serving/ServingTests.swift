import DaemonSupport
import Foundation
import Support
import Testing

@testable import GiftKit

/// A client and a real `giftd`, with nothing in between.
struct ServingTests {
  /// Runs `body` with a stocked catalogue, the URL of its giftd and a folder.
  private func withServer(
    gifts: Int = 5, firstEndsAfterSeconds end: Int64? = nil,
    _ body: @escaping @Sendable (StockedCatalogue, URL, CacheConfiguration) async throws -> Void
  ) async throws {
    let stocked = try await StockedCatalogue(
      gifts, byteCount: 2000, in: try await TestCluster.shared())
    if let end { try await stocked.retire(1, afterSeconds: end) }
    let folder = try CacheFolder()
    defer { folder.delete() }
    _ = try await withServingDaemon(database: stocked.conninfo) { daemon in
      let url = try #require(URL(string: "http://127.0.0.1:\(daemon.publicPort)"))
      let cache = CacheConfiguration(directory: folder.url, limit: .megabytes(10))
      try await body(stocked, url, cache)
    }
    await stocked.close()
  }

  @Test func `a client shows what is live, and loads its animations once`() async throws {
    try await withServer { _, url, cache in
      let client = try GiftClient(server: url, cache: cache)
      defer { client.close() }
      var catalogues = client.catalogues.makeAsyncIterator()
      let catalogue = try #require(await catalogues.next(isolation: #isolation))
      #expect(catalogue.gifts.map(\.id.text) == ["g1", "g2", "g3", "g4", "g5"])
      #expect(!catalogue.isOffline && !catalogue.isReset && !catalogue.isExpired)
      #expect(catalogue.age < 60)
      let loaded = await client.animations(for: catalogue.gifts.map(\.id) + ["never"])
      for gift in catalogue.gifts {
        let animation = try #require(try loaded[gift.id]?.get())
        #expect(animation.digest == gift.animation.asset.digest)
        #expect(animation.digest.isOf(animation.data))
        #expect(animation.version == 1)
        let again = try await client.animation(gift.animation.asset)
        #expect(again.data == animation.data)
      }
      #expect(loaded["never"] == .failure(.notFound("never")))
    }
  }

  @Test(arguments: [true, false])
  func `a client deletes what is withdrawn with its next request, from memory and disk`(
    wasRetired: Bool
  ) async throws {
    try await withServer { stocked, url, cache in
      let client = try GiftClient(server: url, cache: cache)
      defer { client.close() }
      let catalogue = try await client.refresh()
      _ = await client.animations(for: catalogue.gifts.map(\.id))
      let gift = try #require(catalogue["g2"])
      let file = try #require(cache.directory).path + "/assets/" + gift.animation.asset.digest.hex
      #expect(FileManager.default.fileExists(atPath: file))
      if wasRetired {
        try await stocked.retire(2, afterSeconds: 1)
        _ = try await eventually { try await client.refresh()["g2"] == nil ? true : nil }
        #expect(try await client.animation(gift.animation.asset).data.count > 0)
      }
      try await stocked.withdraw(2, byteCount: 2000)
      let isGone = try await eventually {
        _ = try await client.refresh()
        return FileManager.default.fileExists(atPath: file) ? nil : true
      }
      #expect(isGone == true)
      await #expect(throws: GiftClientError.notFound(gift.animation.asset.path)) {
        try await client.animation(gift.animation.asset)
      }
      // Another client of the same folder has it no more, after it has asked once.
      let next = try GiftClient(server: url, cache: cache)
      defer { next.close() }
      try await stocked.withdraw(2, byteCount: 2000, false)
      let isBack = try await eventually {
        _ = try await next.refresh()
        // Until the list is read again, it is refused.
        return try? await next.animation(gift.animation.asset)
      }
      #expect(isBack?.digest == gift.animation.asset.digest)
    }
  }

  @Test func `a gift that was live once is retired, and one that was not is not found`()
    async throws
  {
    try await withServer { stocked, url, cache in
      let client = try GiftClient(server: url, cache: cache)
      defer { client.close() }
      _ = try await client.refresh()
      try await stocked.retire(2, afterSeconds: 3)
      let isGone = try await eventually {
        try await client.refresh()["g2"] == nil ? true : nil
      }
      #expect(isGone == true)
      await #expect(throws: GiftClientError.retired("g2")) {
        try await client.animation(for: "g2")
      }
      await #expect(throws: GiftClientError.notFound("g99")) {
        try await client.animation(for: "g99")
      }
    }
  }

  @Test func `without a server, a client begins with what it had, and says so`() async throws {
    let folder = try CacheFolder()
    defer { folder.delete() }
    let cache = CacheConfiguration(directory: folder.url, limit: .megabytes(10))
    let stocked = try await StockedCatalogue(
      3, byteCount: 2000, in: try await TestCluster.shared())
    let daemon = try await withServingDaemon(database: stocked.conninfo) { daemon in
      let url = try #require(URL(string: "http://127.0.0.1:\(daemon.publicPort)"))
      let client = try GiftClient(server: url, cache: cache)
      defer { client.close() }
      let catalogue = try await client.refresh()
      _ = try await client.animation(for: "g1")
      return (url, catalogue)
    }
    await stocked.close()
    let (url, before) = daemon.value
    let client = try GiftClient(server: url, cache: cache)
    defer { client.close() }
    var catalogues = client.catalogues.makeAsyncIterator()
    let after = try #require(await catalogues.next(isolation: #isolation))
    #expect(after.gifts == before.gifts && after.token == before.token)
    #expect(after.isOffline)
    #expect(after.age >= 0 && after.age < 600)
    let reference = try #require(before["g1"]).animation.asset
    #expect(reference.digest.isOf(try await client.animation(for: "g1").data))
    await #expect(throws: GiftClientError.self) { try await client.animation(for: "g2") }
    let strict = try GiftClient(server: url, cache: cache, maximumAge: 0)
    defer { strict.close() }
    let expired = try #require(await strict.current)
    #expect(expired.isExpired && expired.gifts == [])
  }

  @Test(arguments: [GiftClient.Updates.polling, .events])
  func `a gift goes at its own end, and not before`(
    updates: GiftClient.Updates
  ) async throws {
    try await withServer(firstEndsAfterSeconds: 15) { _, url, cache in
      let client = try GiftClient(server: url, cache: cache, updates: updates, pace: 1)
      defer { client.close() }
      let end = try #require(try await client.refresh()["g1"]?.until)
      for await catalogue in client.catalogues where catalogue["g1"] == nil {
        let late = Date().timeIntervalSince(end)
        #expect(late >= 0)
        // The clock is known to a second; a busy machine wakes a process later than that.
        #expect(late < 5)
        break
      }
    }
  }

  @Test(.timeLimit(.minutes(2)))
  func `a gift stays over its changes for clients that poll and that listen`() async throws {
    try await withServer { stocked, url, _ in
      try await stocked.plan(1, byteCount: 4000, afterSeconds: 8, forSeconds: 12)
      // Who asks before giftd has the plan asks again in half a minute.
      let asking = try GiftClient(server: url, cache: .init(memoryLimit: .megabytes(1)))
      defer { asking.close() }
      #expect(try await eventually { try await asking.refresh()["g1"]?.changes } != nil)
      let seen = try await withThrowingTaskGroup(of: [Int?].self) { group in
        for number in 0..<14 {
          let client = try GiftClient(
            server: url, cache: .init(memoryLimit: .megabytes(1)),
            updates: number < 12 ? .polling : .events, pace: 1)
          group.addTask {
            defer { client.close() }
            var versions: [Int?] = []
            for await catalogue in client.catalogues {
              let version = catalogue["g1"]?.animation.version
              if versions.last != .some(version) { versions.append(version) }
              if version == nil || versions.count > 1 && version == 1 { break }
            }
            return versions
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(seen.count == 14)
      // The other version for a while, and the gift always.
      for versions in seen {
        #expect(versions.contains(nil) == false && versions.suffix(2) == [2, 1])
      }
    }
  }

  @Test func `an edit is shown soon where events are listened to`() async throws {
    try await withServer { stocked, url, cache in
      // Apps on Linux poll.
      let client = try GiftClient(server: url, cache: cache, updates: .events, pace: 1)
      defer { client.close() }
      var events = client.events.makeAsyncIterator()
      var catalogues = client.catalogues.makeAsyncIterator()
      let first = try #require(await catalogues.next(isolation: #isolation))
      while let event = await events.next(isolation: #isolation), event != .listening {}
      try await stocked.replace(3, byteCount: 3000)
      let second = try #require(await catalogues.next(isolation: #isolation))
      #expect(second.token.isNewer(than: first.token))
      #expect(second["g3"]?.animation.version == 2)
    }
  }

  @Test func `a prefetch keeps its limit, and takes the smallest first`() async throws {
    try await withServer(gifts: 10) { stocked, url, cache in
      try await stocked.replace(1, byteCount: 50_000)
      let client = try GiftClient(server: url, cache: cache)
      defer { client.close() }
      let isLive = try await eventually {
        try await client.refresh()["g1"]?.animation.version == 2 ? true : nil
      }
      #expect(isLive == true)
      let summary = try await client.prefetch(upTo: .kilobytes(10))
      #expect(summary.fetchedBytes <= 10_000)
      #expect(summary.fetched == 4)
      #expect(summary.skipped == 6)
      let rest = try await client.prefetch(upTo: .megabytes(1))
      #expect(rest.cached == 4)
      #expect(rest.fetched == 6)
      #expect(try await client.prefetch(upTo: .megabytes(1)).cached == 10)
    }
  }

  @Test func `what goes live soon is fetched early, without knowing which gift it is`()
    async throws
  {
    try await withServer { stocked, url, cache in
      try await stocked.plan(2, byteCount: 4000)
      let client = try GiftClient(server: url, cache: cache)
      defer { client.close() }
      var fetched = PrefetchSummary()
      let isThere = try await eventually {
        fetched = try await client.prefetch(upTo: .megabytes(1))
        return fetched.fetched + fetched.cached == 6 ? true : nil
      }
      #expect(isThere == true && fetched.failed == 0)
      #expect(try await client.refresh()["g2"]?.animation.version == 1)
    }
  }

  @Test func `a closed client fails with cancelled, and its streams end`() async throws {
    try await withServer { _, url, cache in
      let client = try GiftClient(server: url, cache: cache)
      let reading = Task {
        var count = 0
        for await _ in client.catalogues { count += 1 }
        return count
      }
      _ = try await client.refresh()
      client.close()
      #expect(await reading.value <= 2)
      await #expect(throws: GiftClientError.cancelled) { try await client.refresh() }
      var late = client.catalogues.makeAsyncIterator()
      #expect(await late.next(isolation: #isolation) == nil)
    }
  }
}
