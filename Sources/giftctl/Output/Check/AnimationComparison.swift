import GiftDomain
import Lottie

/// How two animations differ, fact by fact.
struct AnimationComparison {
  /// An animation and its report.
  struct Side {
    let name: String
    let bytes: [UInt8]
    let report: CheckReport
    /// How a stored version is played; nil for a file.
    let playback: Playback?

    fileprivate func count(_ severity: Severity) -> Int {
      report.findings.count { $0.severity == severity }
    }
  }

  let before: Side
  let after: Side
  /// Nil if they were not drawn.
  let pictures: ComparedPictures?
  /// Why they were not drawn although they were requested.
  var obstacle: String?

  func print(asJSON: Bool) {
    if asJSON { Terminal.printJSON(document) } else { lines.forEach(Terminal.print) }
  }

  /// A table of the facts that differ, the features that only one of them uses, and the pictures.
  private var lines: [String] {
    var table = Table([("", .left), ("A", .right), ("B", .right)])
    let rows = zip(Self.facts(of: before), Self.facts(of: after)).filter { $0.text != $1.text }
    for (old, new) in rows { table.add([old.name, old.text, new.text]) }
    let names = ["A  \(shown(before.name))", "B  \(shown(after.name))"]
    let features = [("only A uses", onlyBefore), ("only B uses", onlyAfter)]
      .filter { !$0.1.isEmpty }
      .map { "\($0.0): \($0.1.joined(separator: ", "))" }
    let isDifferent = !rows.isEmpty || !features.isEmpty || pictures?.isDifferent == true
    return names + (rows.isEmpty ? [] : table.lines(fitting: Terminal.columns)) + features
      + (isDifferent || obstacle != nil ? [] : ["no differences"])
      + (obstacle.map { ["pictures: \($0)"] } ?? pictures?.lines ?? [])
  }

  /// Both sides whole, and the features that differ.
  private var document: JSONObject {
    [
      "before": before.report.document(before.name), "after": after.report.document(after.name),
      "playbackBefore": before.playback, "playbackAfter": after.playback,
      "featuresAdded": onlyAfter, "featuresRemoved": onlyBefore, "pictures": pictures?.document,
      "notComparable": obstacle,
    ]
  }

  private var onlyBefore: [String] { Self.features(of: before, not: after) }
  private var onlyAfter: [String] { Self.features(of: after, not: before) }

  private static func features(of side: Side, not other: Side) -> [String] {
    let others = other.report.summary?.features ?? []
    return (side.report.summary?.features ?? []).filter { !others.contains($0) }.map(\.name)
  }

  /// The same facts of any animation, in one order; a dash for an unknown one.
  private static func facts(of side: Side) -> [(name: String, text: String)] {
    let summary = side.report.summary
    func fact(_ name: String, _ text: (AnimationSummary) -> String?) -> (String, String) {
      (name, summary.flatMap(text) ?? "–")
    }
    return [
      fact("duration") { seconds(ofMilliseconds: Int64($0.durationMs)) },
      fact("frames") { short($0.frameCount) },
      fact("frame rate") { "\(short($0.frameRateHz)) Hz" },
      fact("size") { "\($0.width)×\($0.height)" },
      fact("layers") { grouped($0.layerCount) },
      fact("images") { grouped($0.imageCount) },
      fact("bytes") { grouped($0.byteCount) },
      fact("gzip bytes") { $0.compressed.map { grouped($0.gzipByteCount) } },
    ]
      + Severity.allCases.map { ("\($0.rawValue)s", grouped(side.count($0))) }
      + [("verdict", side.report.verdict.rawValue)]
      + (side.playback.map { [("playback", $0.phrase ?? "once")] } ?? [])
  }
}
