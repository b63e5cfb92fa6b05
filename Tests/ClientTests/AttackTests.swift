import Foundation
import Support
import Testing

/// What a hostile server can do to a program that follows it (fixtures/attacks.py).
struct AttackTests {
  private struct Outcome: Decodable {
    /// The most bytes of memory.
    let peak: Int
    let isAlive: Bool
    /// Seconds between requests for the catalogue.
    let gaps: [Double]
    let requests: Int
    /// What the program printed.
    let shown: String
    /// Bytes of errors.
    let told: Int
    /// Files that it left beside its cache.
    let outside: [String]
  }

  private static let script = Places.packageRoot + "/fixtures/attacks.py"
  /// Bytes of memory above those of the same program at a good server.
  private static let most = 64 * 1024 * 1024

  private static func run(_ attack: String) async throws -> Outcome {
    let outcome = try await runProcess(
      "python3", [script, try Places.builtProduct("watch"), attack])
    #expect(outcome.errorText.isEmpty, "\(attack)")
    return try JSONDecoder().decode(Outcome.self, from: Data(outcome.output))
  }

  @Test func `a hostile server costs little memory and few requests, and shows nothing`()
    async throws
  {
    let good = try await Self.run("good")
    #expect(good.shown.contains("rose "))
    let list = try await runProcess("python3", [Self.script, "--list"]).outputText
    let attacks = list.split(separator: "\n").map(String.init).filter { $0 != "good" }
    #expect(attacks.count == 29)
    let outcomes = try await withThrowingTaskGroup(of: [(String, Outcome)].self) { group in
      // Two at once: each of them keeps a processor busy.
      for lane in 0..<2 {
        group.addTask {
          var outcomes: [(String, Outcome)] = []
          for (number, attack) in attacks.enumerated() where number % 2 == lane {
            outcomes.append((attack, try await Self.run(attack)))
          }
          return outcomes
        }
      }
      return try await group.reduce([], +)
    }
    for (attack, outcome) in outcomes {
      #expect(outcome.isAlive, "\(attack)")
      #expect(outcome.peak < good.peak + Self.most, "\(attack)")
      // After a failure, half a second passes at least.
      #expect(outcome.gaps.allSatisfy { $0 > 0.4 }, "\(attack): \(outcome.gaps)")
      #expect(outcome.requests > 0, "\(attack)")
      // An animation is a line with its id and its digest.
      #expect(!outcome.shown.contains("rose "), "\(attack)")
      #expect(outcome.told < 4096, "\(attack)")
      #expect(outcome.outside.isEmpty, "\(attack)")
    }
  }
}
