import DaemonSupport
import FaultyProxy
import Foundation
import Support
import Testing

/// What is left when an app is killed in the middle of its work.
///
/// `KILLS=200` in the environment kills that often.
@Suite(.timeLimit(.minutes(60)))
struct KillTests {
  private static let lanes = 4
  private static let gifts = 40
  /// A daemon of tests lives for 100 seconds at most.
  private static let killsPerDaemon = 20
  /// The longest life before a kill, in milliseconds: about what it takes to load everything.
  private static let longestLife = 900
  /// Assets at once: what was on its way, or had arrived and was not on disk yet.
  private static let mostTwice = 5

  @Test func `a client that was killed fetches again only what was on its way`() async throws {
    let wanted = ProcessInfo.processInfo.environment["KILLS"].flatMap { Int($0) } ?? 10
    let stocked = try await StockedCatalogue(
      Self.gifts, byteCount: 50_000, in: try await TestCluster.shared())
    var twice: [Int] = []
    for first in stride(from: 0, to: wanted, by: Self.killsPerDaemon) {
      let kills = first..<min(wanted, first + Self.killsPerDaemon)
      twice += try await withServingDaemon(database: stocked.conninfo) { daemon in
        try await Self.kill(kills, port: daemon.publicPort)
      }.value
    }
    await stocked.close()
    print("\(wanted) kills: \(twice.reduce(0, +)) fetched twice, \(twice.max() ?? 0) at most")
    #expect(twice.count == wanted)
    #expect(twice.allSatisfy { $0 <= Self.mostTwice })
  }

  /// What each kill cost.
  private static func kill(_ kills: Range<Int>, port: Int) async throws -> [Int] {
    let served = try await ServedCatalogue.read(port: port)
    return try await withThrowingTaskGroup(of: [Int].self) { group in
      for lane in 0..<lanes {
        group.addTask {
          var counts: [Int] = []
          for number in kills where number % lanes == lane {
            counts.append(try await killAndRestart(number, served, port: port))
          }
          return counts
        }
      }
      return try await group.reduce([], +)
    }
  }

  /// Returns how many animations were sent whole to both lives of a client.
  private static func killAndRestart(
    _ number: Int, _ served: ServedCatalogue, port: Int
  ) async throws -> Int {
    let folder = try CacheFolder()
    defer { folder.delete() }
    let watch = try Places.builtProduct("watch")
    return try await withFaultyProxy(to: port) { proxy in
      var random = SplitMix64(seed: UInt64(number))
      let life = Int.random(in: 1...longestLife, using: &random)
      proxy.misbehave(FaultPlan(seed: UInt64(number), kinds: [.delay], share: 0.5))
      let words = [proxy.url, "--cache", folder.url.path, "--animations"]
      let killed = try await runProcess(watch, words, killedAfter: .milliseconds(life))
      #expect(killed.status == .signalled(9))
      let damaged = try damage(folder, using: &random)
      let first = fetched(proxy, served).filter { target in
        !damaged.contains { target.contains($0) }
      }
      proxy.forgetRequests()
      let shown = try await withProcess(watch, words) { _, lines in
        try await animations(lines, count: served.gifts.count)
      }
      let second = fetched(proxy, served)
      let expected = served.gifts.map { "\($0.id) \($0.animation.sha256)" }
      #expect(shown == Set(expected), "kill \(number) after \(life) ms")
      proxy.forgetRequests()
      // Nothing is left to ask for: all of it is on disk, and verified when it is read.
      proxy.forward(to: nil)
      let offline = try await withProcess(watch, words) { _, lines in
        try await animations(lines, count: served.gifts.count)
      }
      #expect(offline == Set(expected), "kill \(number) after \(life) ms")
      #expect(proxy.count("/v1/animations/") == 0)
      for file in try files(in: folder) where file.lastPathComponent.count == 64 {
        let digest = hexDigest(Array(try Data(contentsOf: file)))
        #expect(digest == file.lastPathComponent, "kill \(number) after \(life) ms")
      }
      return first.intersection(second).count
    }
  }

  /// Flips a bit in up to three files, or cuts them off, and returns their names.
  private static func damage(
    _ folder: CacheFolder, using random: inout SplitMix64
  ) throws -> [String] {
    let chosen = try files(in: folder).shuffled(using: &random).prefix(
      Int.random(in: 0...3, using: &random))
    for file in chosen {
      var data = try Data(contentsOf: file)
      guard let index = data.indices.randomElement(using: &random) else { continue }
      if Bool.random(using: &random) { data[index] ^= 1 } else { data = data[..<index] }
      try data.write(to: file)
    }
    return chosen.map(\.lastPathComponent)
  }

  /// All files below a folder, in the order of their paths.
  private static func files(in folder: CacheFolder) throws -> [URL] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).sorted()
      .map { folder.url.appending(path: $0) }.filter {
        try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
      }
  }

  /// The animations that were sent whole.
  private static func fetched(
    _ proxy: FaultyProxy, _ served: ServedCatalogue
  ) -> Set<String> {
    Set(proxy.requests.filter { $0.status == 200 }.map(\.target))
      .intersection(served.gifts.map(\.animation.url))
  }

  /// Reads until this many gifts have been named with a digest.
  private static func animations(
    _ lines: AsyncStream<String>, count: Int
  ) async throws -> Set<String> {
    var shown: Set<String> = []
    for await line in lines where !line.hasPrefix("{") {
      shown.insert(line)
      if shown.count == count { break }
    }
    return shown
  }
}
