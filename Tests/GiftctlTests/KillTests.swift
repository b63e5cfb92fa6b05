import Support
import Testing

/// A command that is killed again and again, on a gift or folder of its own each time.
struct KilledVerb: CustomTestStringConvertible {
  let name: String
  /// What to run for round `n`, its folder being handed in.
  let words: @Sendable (_ round: Int, _ folder: String) -> [String]
  /// What brings the catalogue to where the command begins.
  let preparation: @Sendable (_ round: Int) -> [String]
  var testDescription: String { name }

  static let all = [
    KilledVerb(name: "add") { round, _ in
      ["add", gift(round), Fixtures.file("rose"), "--name", "en=Gift", "--price", "1"]
    } preparation: { _ in
      []
    },
    KilledVerb(name: "publish") { round, _ in
      ["publish", gift(round), "--until", "2100-01-01T00:00:00Z"]
    } preparation: { round in
      ["add", gift(round), Fixtures.file("rose"), "--name", "en=Gift", "--price", "1"]
    },
    KilledVerb(name: "retire") { round, _ in
      ["retire", "rose", "--at", "2100-01-01T00:00:00Z", "--yes"]
    } preparation: { _ in
      ["rollback", "rose", "--to", "1"]
    },
    KilledVerb(name: "rollback") { _, _ in
      ["rollback", "rose", "--to", "1"]
    } preparation: { round in
      ["publish", "rose", "--until", "2100-01-01T00:00:0\(round % 10)Z"]
    },
    KilledVerb(name: "import") { round, folder in
      ["import", "\(folder)/\(round)"]
    } preparation: { _ in
      []
    },
  ]

  private static func gift(_ round: Int) -> String { "gift-\(round)" }
}

@Suite(.serialized) struct KillTests {
  /// How many processes of each verb have to die by SIGKILL: 5 × 42 are 210.
  private static let kills = 42
  /// Points that divide a run; the golden ratio spreads any number of them evenly.
  private static let stride = 0.618_033_988_75

  @Test(arguments: KilledVerb.all)
  func `killed at any point, a command has done all or nothing, and finishes when run again`(
    _ verb: KilledVerb
  ) async throws {
    let giftctl = try await Giftctl.stocked()
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let usual = try await usualTime(of: verb, giftctl, folder)
    var killed = 0
    var finishedBefore = 0
    for round in 1...(4 * Self.kills) where killed < Self.kills {
      try await prepare(round, verb, giftctl, folder)
      let before = try await giftctl.rows()
      let words = verb.words(round, folder.path)
      let point = (Double(round) * Self.stride).truncatingRemainder(dividingBy: 1)
      let outcome = try await giftctl.run(words, killedAfter: usual * point)
      let left = try await giftctl.rows()
      try await giftctl.run(words).expectDone()
      let after = try await giftctl.rows()
      #expect(after != before)
      #expect(left == before || left == after)
      guard outcome.status == .signalled(9) else { continue }
      killed += 1
      if left == after { finishedBefore += 1 }
    }
    #expect(killed == Self.kills)
    print("\(verb.name): \(killed) killed, \(finishedBefore) of them after the commit")
    let changes = try await giftctl.json("history", "--limit", "10000")["changes"]?.values ?? []
    let numbers = changes.map { $0["change"] }
    #expect(numbers == (1...Int64(changes.count)).reversed().map { .integer($0) })
  }

  /// The longest of three runs.
  private func usualTime(
    of verb: KilledVerb, _ giftctl: Giftctl, _ folder: TemporaryFolder
  ) async throws -> Duration {
    var longest = Duration.zero
    for round in -3 ..< 0 {
      try await prepare(-round + 1_000, verb, giftctl, folder)
      let clock = ContinuousClock()
      let time = try await clock.measure {
        try await giftctl.run(verb.words(-round + 1_000, folder.path)).expectDone()
      }
      longest = max(longest, time)
    }
    return longest
  }

  private func prepare(
    _ round: Int, _ verb: KilledVerb, _ giftctl: Giftctl, _ folder: TemporaryFolder
  ) async throws {
    let preparation = verb.preparation(round)
    if !preparation.isEmpty { try await giftctl.run(preparation).expectDone() }
    if verb.name == "import" { try writeManifest(round, folder) }
  }

  /// Twenty gifts, each with bytes of its own.
  private func writeManifest(_ round: Int, _ folder: TemporaryFolder) throws {
    let inner = try folder.folder("\(round)")
    var entries: [String] = []
    for number in 1...20 {
      _ = try inner.write("\(number).json", try Fixtures.bytes("heart", blanks: round + number))
      entries.append(
        "{\"id\":\"g\(round)-\(number)\",\"file\":\"\(number).json\",\"names\":{\"en\":\"G\"},"
          + "\"price\":1,\"publish\":true}")
    }
    _ = try inner.write("manifest.json", "{\"gifts\":[\(entries.joined(separator: ","))]}")
  }
}
