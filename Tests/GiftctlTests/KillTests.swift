import Foundation
import Support
import Testing

/// A command that is killed again and again; each round it does something new.
struct KilledVerb: CustomTestStringConvertible {
  let testDescription: String
  /// What to run in a round, the rounds' folder being handed in.
  let words: @Sendable (_ round: Int, _ folder: String) -> [String]

  init(_ name: String, words: @escaping @Sendable (_ round: Int, _ folder: String) -> [String]) {
    testDescription = name
    self.words = words
  }

  static let all = [
    KilledVerb("add") { round, folder in
      ["add", "gift-\(round)", "\(folder)/\(round)/1.json", "--name", "en=Gift", "--price", "1"]
    },
    KilledVerb("publish") { round, _ in
      ["publish", "rose", "--until", "\(2_100 + round)-01-01T00:00:00Z"]
    },
    KilledVerb("retire") { round, _ in
      ["retire", "rose", "--at", "\(9_000 - round)-01-01T00:00:00Z", "--yes"]
    },
    KilledVerb("rollback") { round, _ in ["rollback", "rose", "--to", "\(1 + round % 2)"] },
    KilledVerb("import") { ["import", "\($1)/\($0)"] },
  ]
}

/// `KILLS=42` in the environment has more processes killed.
struct KillTests {
  /// How many processes of each verb have to die by SIGKILL.
  private static let kills = ProcessInfo.processInfo.environment["KILLS"].flatMap { Int($0) } ?? 10
  /// Of these rounds, of which some end before they are killed.
  private static let rounds = 500
  /// Multiples of the golden ratio divide a run evenly, however many they are.
  private static let goldenRatio = 0.618_033_988_75

  @Test(arguments: KilledVerb.all)
  func `killed at any point, a command has done all or nothing, and finishes when run again`(
    _ verb: KilledVerb
  ) async throws {
    let giftctl = try await Giftctl.stocked()
    try await giftctl.done("add", "rose", "--price", "11")
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    var usual = try await usualTime(of: verb, giftctl, folder)
    var before = try await giftctl.rows()
    var killed = 0
    var committed = 0
    for round in 4...Self.rounds where killed < Self.kills {
      try writeManifest(round, folder)
      let words = verb.words(round, folder.path)
      let point = (Double(round) * Self.goldenRatio).truncatingRemainder(dividingBy: 1)
      let outcome = try await giftctl.run(words, killedAfter: usual * point)
      let left = try await giftctl.rows()
      let time = try await ContinuousClock().measure {
        try await giftctl.run(words).expectDone()
      }
      // Other tests come and go on the same machine: what is usual changes with them.
      if left == before { usual = (usual + time) / 2 }
      let after = try await giftctl.rows()
      #expect(after != before)
      #expect(left == before || left == after)
      if outcome.status == .signalled(9) {
        killed += 1
        committed += left == after ? 1 : 0
      }
      before = after
    }
    #expect(killed == Self.kills)
    print("\(verb.testDescription): \(killed) killed, \(committed) of them behind the commit")
    let changes = try await giftctl.json("history", "--limit", "10000")["changes"]?.values ?? []
    let numbers = (1...Int64(changes.count)).reversed().map { JSONValue.integer($0) }
    #expect(changes.map { $0["change"] } == numbers)
  }

  /// The longest of the first three runs.
  private func usualTime(
    of verb: KilledVerb, _ giftctl: Giftctl, _ folder: TemporaryFolder
  ) async throws -> Duration {
    var longest = Duration.zero
    for round in 1...3 {
      try writeManifest(round, folder)
      let time = try await ContinuousClock().measure {
        try await giftctl.run(verb.words(round, folder.path)).expectDone()
      }
      longest = max(longest, time)
    }
    return longest
  }

  /// Ten gifts, each with bytes of its own.
  private func writeManifest(_ round: Int, _ folder: TemporaryFolder) throws {
    let inner = try folder.folder("\(round)")
    var entries: [String] = []
    for number in 1...10 {
      _ = try inner.write("\(number).json", animation("\(round) \(number)"))
      entries.append(
        """
        {"id":"g\(round)-\(number)","file":"\(number).json","names":{"en":"G"},"price":1,
        "publish":true}
        """)
    }
    _ = try inner.write("manifest.json", "{\"gifts\":[\(entries.joined(separator: ","))]}")
  }

  private func animation(_ name: String) -> String {
    """
    {"v":"5.7.4","nm":"\(name)","fr":30,"ip":0,"op":30,"w":100,"h":100,
    "layers":[{"ty":1,"sw":9,"sh":9,"sc":"#ff0000","ind":1,"ks":{},"ip":0,"op":30,"st":0}]}
    """
  }
}
