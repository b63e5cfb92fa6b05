import GiftPublishing
import Lottie

extension Check {
  /// Prints how two files differ, and with `--pictures` draws it.
  ///
  /// Throws `CommandError.usage` unless there are two, `file` if one of them cannot be read,
  /// `undrawable` or `drawing` if one cannot be drawn, and `reported` if the check refuses one.
  func compareFiles(_ policy: CheckPolicy) async throws(CommandError) {
    guard files.count == 2 else {
      throw .usage("--compare takes two files: giftctl check --compare <before> <after>.")
    }
    guard sheet.pictures != nil || drawing.drawer.drawWith == nil else {
      throw .usage("With --compare, --draw-with needs --pictures.")
    }
    let target = try sheet.target()
    var sides: [AnimationComparison.Side] = []
    for path in files {
      let file = try AnimationFile(path, limit: policy.limits.json.maxBytes)
      let report = AnimationCheck.report(file.bytes, policy, sizes: .gzip)
      sides.append(
        AnimationComparison.Side(name: file.name, bytes: file.bytes, report: report, playback: nil))
    }
    let comparison = AnimationComparison(
      before: sides[0], after: sides[1],
      pictures: try await ComparedPictures(
        sides[0], sides[1], to: target, with: drawing.drawer.tool))
    comparison.print(asJSON: global.json)
    guard sides.allSatisfy({ $0.report.verdict == .accepted }) else {
      throw CommandError.reported(.refused)
    }
  }
}
