import Foundation
import Lottie
import Mutants
import Support

/// Draws what the profile `rlottie` accepts with the real rlottie.
struct Survival {
  /// How many accepted mutants are drawn.
  let mutants: Int
  let seed: UInt64
  /// Larger files are not mutated, in bytes, unless all are: what breaks a player hides in small
  /// ones as well.
  let largestBase: Int

  private static let batchSize = 100
  private static let fewestBases = 3
  /// When so many mutants are refused, something else is wrong.
  private static let mostRefusals = 200_000
  /// Where the files that killed rlottie are kept.
  static let graveyard = "\(Places.packageRoot)/.build/survival"

  /// Draws the files themselves, as far as they are accepted.
  func drawFiles(_ paths: [String]) async throws -> SurvivalCount {
    var count = SurvivalCount()
    count.tried = paths.count
    let accepted = try paths.filter { Self.isAccepted(try Material.bytes($0)) }
    for start in stride(from: 0, to: accepted.count, by: Self.batchSize) {
      count.add(try await RlottieChild.draw(Array(accepted[start...].prefix(Self.batchSize))))
    }
    return count
  }

  /// Draws accepted mutants of the files.
  func drawMutants(of paths: [String]) async throws -> SurvivalCount {
    let all = try paths.map(Material.bytes).sorted { $0.count < $1.count }
    let bases = Array(all.prefix(max(all.count { $0.count <= largestBase }, Self.fewestBases)))
    var count = SurvivalCount()
    var random = SplitMix64(seed: seed)
    while count.drawn + count.notLoaded.count + count.deaths.count < mutants,
      count.tried < mutants + Self.mostRefusals
    {
      count.add(try await drawBatch(of: bases, &random, &count.tried))
    }
    return count
  }

  private func drawBatch(
    of bases: [[UInt8]], _ random: inout SplitMix64, _ tried: inout Int
  ) async throws -> SurvivalCount {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "survival-\(UInt64.random(in: 0...UInt64.max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { discard(folder) }
    var paths: [String] = []
    while paths.count < min(Self.batchSize, mutants), tried < mutants + Self.mostRefusals,
      let base = bases.randomElement(using: &random)
    {
      tried += 1
      var mutator = Mutator(seed: random.next())
      let mutant = mutator.mutant(of: base)
      guard Self.isAccepted(mutant) else { continue }
      let file = folder.appending(path: "seed-\(seed)-mutant-\(tried).json")
      try Data(mutant).write(to: file)
      paths.append(file.path)
    }
    let count = try await RlottieChild.draw(paths)
    for path in count.deaths.map(\.path) + count.notLoaded { try bury(path) }
    return count
  }

  private static func isAccepted(_ bytes: [UInt8]) -> Bool {
    Lottie.check(bytes, CheckPolicy(.rlottie)).verdict == .accepted
  }

  private func bury(_ path: String) throws {
    try FileManager.default.createDirectory(
      atPath: Self.graveyard, withIntermediateDirectories: true)
    let grave = "\(Self.graveyard)/\(URL(filePath: path).lastPathComponent)"
    if FileManager.default.fileExists(atPath: grave) {
      try FileManager.default.removeItem(atPath: grave)
    }
    try FileManager.default.copyItem(atPath: path, toPath: grave)
  }

  private func discard(_ folder: URL) {
    do {
      try FileManager.default.removeItem(at: folder)
    } catch {
      print("left behind: \(folder.path): \(error)")
    }
  }
}

/// What became of files.
struct SurvivalCount {
  /// Files that were checked, refused ones included.
  var tried = 0
  var drawn = 0
  /// Accepted files that rlottie refuses.
  var notLoaded: [String] = []
  var deaths: [Death] = []

  mutating func add(_ other: SurvivalCount) {
    drawn += other.drawn
    notLoaded += other.notLoaded
    deaths += other.deaths
  }
}

/// A file that ended the process that drew it.
struct Death: CustomStringConvertible {
  let path: String
  let how: String

  var description: String { "\(URL(filePath: path).lastPathComponent): \(how)" }
}
