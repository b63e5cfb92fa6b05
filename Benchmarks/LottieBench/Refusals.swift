import Compression
import Lottie

/// What is refused of a collection whose `index.csv` says what a player made of each file.
enum Refusals {
  /// Prints, for the files that the player draws, how many each profile refuses and, for `gift` and
  /// `spec`, which and why, so that every one can be looked at.
  static func report(on folder: String) throws {
    let index = String(decoding: try Files.bytes("\(folder)/index.csv"), as: UTF8.self)
    let rows = index.split(whereSeparator: \.isNewline).dropFirst().map {
      $0.split(separator: ",").map(String.init)
    }
    let drawn = rows.filter { $0.contains("ok") && !$0[0].hasPrefix("\"") }.map { $0[0] }
    let files = try drawn.map { (name: $0, bytes: try Files.bytes("\(folder)/\($0)")) }
    for profile in Profile.allCases {
      let policy = CheckPolicy(profile)
      var refused: [String: [String]] = [:]
      var count = 0
      for file in files {
        let report = Lottie.check(
          file.bytes, policy,
          compressed: policy.needsCompressedSizes
            ? CompressedSizes(gzipByteCount: gzip(file.bytes).count) : nil)
        count += report.verdict == .refused ? 1 : 0
        for code in Set(report.findings.filter { $0.severity == .error }.map(\.code)) {
          refused[code, default: []].append(file.name)
        }
      }
      print("\(profile.rawValue) refuses \(count) of \(files.count) files that rlottie draws")
      for (code, names) in refused.sorted(by: { $0.key < $1.key }) {
        print("  \(code): \(names.count)")
        guard profile == .gift || profile == .spec else { continue }
        for name in names { print("    \(name)") }
      }
    }
  }
}
