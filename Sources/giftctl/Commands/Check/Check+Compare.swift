import GiftPublishing
import Lottie

extension Check {
  /// Prints how two files differ.
  ///
  /// Throws `CommandError.usage` unless there are two, `file` if one of them cannot be read, and
  /// `reported` if the check refuses one.
  func compareFiles(_ policy: CheckPolicy) throws(CommandError) {
    guard files.count == 2 else {
      throw .usage("--compare takes two files: giftctl check --compare <before> <after>.")
    }
    var sides: [AnimationComparison.Side] = []
    for path in files {
      let file = try AnimationFile(path, limit: policy.limits.maxBytes)
      let report = AnimationCheck.report(file.bytes, policy, sizes: .gzip)
      sides.append(AnimationComparison.Side(name: file.name, report: report))
    }
    let comparison = AnimationComparison(before: sides[0], after: sides[1])
    comparison.print(global.form)
    guard sides.allSatisfy({ $0.report.verdict == .accepted }) else {
      throw CommandError.reported(.refused)
    }
  }
}
