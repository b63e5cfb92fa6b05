import Foundation
import Lottie
import Mutants
import Testing

/// `SURVIVAL_MUTANTS` and `SURVIVAL_SEED` in the environment ask for the whole: the corpus itself
/// and so many mutants of its larger files too.
struct SurvivalTests {
  private static let variables = ProcessInfo.processInfo.environment
  private static let mutants = variables["SURVIVAL_MUTANTS"].flatMap(Int.init)
  private static let seed = variables["SURVIVAL_SEED"].flatMap(UInt64.init)

  private static func paths(in folder: String) -> [String] {
    Material.names(in: folder, suffix: ".json").filter { !$0.hasSuffix("manifest.json") }
      .map { "\(folder)/\($0)" }
  }

  private static let fixtures = paths(in: "\(Material.fixtures)/valid")
  private static let corpus = Material.sharedFolder("corpus").map(paths) ?? []

  @Test func `rlottie draws and survives the files that its profile accepts`() async throws {
    let files = Self.mutants == nil ? Self.fixtures : Self.fixtures + Self.corpus
    try await expectSurvival { try await $0.drawFiles(files) }
  }

  @Test func `rlottie draws and survives the mutants that its profile accepts`() async throws {
    let bases = Self.corpus.isEmpty ? Self.fixtures : Self.corpus
    try await expectSurvival { try await $0.drawMutants(of: bases) }
  }

  @Test func `the same seed makes the same mutants`() throws {
    let base = try Material.bytes(try #require(Self.fixtures.first))
    var first = Mutator(seed: 7)
    var second = Mutator(seed: 7)
    #expect(first.mutant(of: base) == second.mutant(of: base))
    #expect(first.mutant(of: base) == second.mutant(of: base))
  }

  private func expectSurvival(
    _ draw: (Survival) async throws -> SurvivalCount
  ) async throws {
    let survival = Survival(
      mutants: Self.mutants ?? 300, seed: Self.seed ?? 1,
      largestBase: Self.mutants == nil ? 6_000 : 60_000)
    let count = try await draw(survival)
    print(
      "\(count.tried) files checked, \(count.drawn) accepted and drawn, "
        + "\(count.notLoaded.count) accepted and not loaded, \(count.deaths.count) deaths")
    #expect(count.drawn > 0)
    #expect(count.deaths.isEmpty, "\(count.deaths), see \(Survival.graveyard)")
    #expect(count.notLoaded.isEmpty, "see \(Survival.graveyard)")
  }
}
