import Foundation
import Support
import Testing

/// Files that are made to break what reads them; `make draw-corpus` draws thousands.
@Suite(.serialized) struct HostileTests {
  /// A line of `DrawBench verdicts`.
  fileprivate struct Line {
    let name: String
    let verdict: String
    let milliseconds: Int
  }

  /// The limit of a drawing is 3 seconds of a processor, and a fourth ends it for certain.
  private static let mostMilliseconds = 5_000

  @Test func `hostile files end in time, each with a verdict, and no process is left`()
    async throws
  {
    guard let hostile = Places.sharedMaterial("hostile") else { return }
    #expect(try await verdicts(hostile, mutants: 0).count == 62)
  }

  @Test func `mutants end in time, and what is bad at one frame is found, wherever that is`()
    async throws
  {
    let fixtures = Places.packageRoot + "/fixtures/lottie/valid"
    let lines = try await verdicts(fixtures, mutants: 30)
    #expect(lines.count > 50)
    let planted = lines.filter { $0.name.contains(" at frame ") }
    #expect(planted.count == 10)
    for line in planted {
      let verdict = line.name.hasPrefix("hangs") ? "late" : "memory"
      #expect(line.verdict == verdict, "\(line.name)")
    }
  }

  /// What two processes say of all animations, after what must be true of each.
  private func verdicts(_ folder: String, mutants: Int) async throws -> [Line] {
    let bench = try Places.builtProduct("DrawBench")
    let lines = try await withThrowingTaskGroup(of: [Line].self) { group in
      for part in ["0", "1"] {
        group.addTask {
          let outcome = try await runProcess(
            bench, ["verdicts", folder, "\(mutants)", "1", part, "2"])
          #expect(outcome.status == .exited(0), "\(outcome.errorText)")
          return outcome.outputText.split(separator: "\n").compactMap(Line.init)
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    for line in lines {
      #expect(line.milliseconds <= Self.mostMilliseconds, "\(line.name)")
      #expect(!line.verdict.hasPrefix("failed"), "\(line.name): \(line.verdict)")
    }
    return lines
  }
}

extension HostileTests.Line {
  fileprivate init?(_ text: Substring) {
    let fields = text.split(separator: "\t").map(String.init)
    guard fields.count == 3, let milliseconds = Int(fields[2]) else { return nil }
    self.init(name: fields[0], verdict: fields[1], milliseconds: milliseconds)
  }
}
