import GiftPublishing
import Lottie

extension Check {
  /// Prints how two files differ, and with `--pictures` draws it.
  ///
  /// Throws `CommandError.usage` unless there are two, `file` if one of them cannot be read,
  /// `undrawable` or `drawing` if one cannot be drawn, and `reported` if the check refuses one, but
  /// not if expressions are why there are no pictures.
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
    let obstacle = target == nil ? nil : Self.obstacle(sides)
    let comparison = AnimationComparison(
      before: sides[0], after: sides[1],
      pictures: obstacle != nil
        ? nil
        : try await ComparedPictures(
          sides[0], sides[1], to: target, with: drawing.drawer.tool), obstacle: obstacle)
    comparison.print(asJSON: global.json)
    guard obstacle == nil else { return }
    guard sides.allSatisfy({ $0.report.verdict == .accepted }) else {
      throw CommandError.reported(.refused)
    }
  }

  /// Why pictures of the two would show something else than a page does; nil if they do not.
  private static func obstacle(_ sides: [AnimationComparison.Side]) -> String? {
    let reasons = zip(["A", "B"], sides).compactMap { name, side in
      guard let expressions = side.report.summary?.expressions, !expressions.areIdle else {
        return String?.none
      }
      return "\(name)'s \(SummaryText.line(expressions))"
    }
    return reasons.isEmpty
      ? nil
      : "cannot be compared here, where no expression runs: \(reasons.joined(separator: "; "))"
  }
}
