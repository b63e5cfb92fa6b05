import GiftDomain
import Lottie

/// The summary of an animation, as text.
enum SummaryText {
  /// Entries of a list that are shown.
  private static let shownEntries = 10

  /// One line: its size, length and layers.
  static func line(_ summary: AnimationSummary) -> String {
    "\(summary.width)×\(summary.height), \(short(summary.frameCount)) frames at "
      + "\(short(summary.frameRateHz)) Hz, \(seconds(ofMilliseconds: Int64(summary.durationMs))), "
      + "\(counted(summary.layerCount, "layer")), \(grouped(summary.byteCount)) bytes"
  }

  /// One line: what expressions do, by their kinds, and what the others drive.
  static func line(_ expressions: ExpressionSummary) -> String {
    let driven = expressions.driven
      .map {
        (count: $0.value, text: "\($0.key.name) of \(counted($0.value, $0.key.owner.rawValue))")
      }
      .sorted { ($1.count, $0.text) < ($0.count, $1.text) }
      .map(\.text).joined(separator: ", ")
    let kinds = [
      (expressions.loopCount, "only loops", "only loop"),
      (expressions.idleCount, "gives the value in the file", "give the value in the file"),
      (expressions.knownCount, "gives another known value", "give another known value"),
      (expressions.randomCount, "is random", "are random"),
    ].filter { $0.0 > 0 }.map { "\(grouped($0.0)) \($0.0 == 1 ? $0.1 : $0.2)" }
    let others = expressions.otherCount
    let more = expressions.count - min(expressions.count, ExpressionSummary.mostRead)
    let facts =
      kinds
      + [
        driven.isEmpty ? "" : "\(kinds.isEmpty ? "they" : "others") drive \(driven)",
        others > 0 ? "\(grouped(others)) drive something else" : "",
        more > 0 ? "and \(grouped(more)) more" : "",
        expressions.areIdle ? "it looks the same without" : "",
      ].filter { !$0.isEmpty }
    return "expressions: \(facts.joined(separator: "; "))"
  }

  /// The whole summary, one line per fact, without empty facts.
  static func lines(_ summary: AnimationSummary) -> [String] {
    var facts: [(String, String)] = [
      ("made by", "Bodymovin \(visible(summary.bodymovinVersion, limit: .max))"),
      ("frames", "\(short(summary.inPoint)) to \(short(summary.outPoint))"),
      ("layers", count(summary.layerCount, by: names(summary.layersByType, \.name))),
    ]
    if let name = summary.name { facts.insert(("name", name), at: 0) }
    if summary.expandedLayerCount != summary.layerCount {
      let layers = "\(grouped(summary.expandedLayerCount)) layers"
      facts.append(("drawn", "\(layers), with precompositions expanded"))
    }
    if summary.shapeCount > 0 {
      facts.append(("shapes", count(summary.shapeCount, by: names(summary.shapesByType, \.name))))
      facts.append(("vertices", grouped(summary.vertexCount)))
    }
    facts.append(("keyframes", grouped(summary.keyframeCount)))
    facts += images(summary) + lists(summary)
    facts.append(("bytes", bytes(summary)))
    facts += summary.heaviest.enumerated().map { ($0 == 0 ? "heavy" : "", heavy($1, of: summary)) }
    return facts.map { "  \($0.0.padded(to: 9)) \($0.1)" }
  }

  private static func images(_ summary: AnimationSummary) -> [(String, String)] {
    guard summary.imageCount > 0 else { return [] }
    let listed = summary.images.prefix(shownEntries).map { image in
      let size = image.width.flatMap { width in image.height.map { "\(width)×\($0)" } }
      let words = [image.id, size ?? "of unknown size", words(image.source)]
      return ("", words.joined(separator: ", "))
    }
    let more = summary.imageCount - listed.count
    let memory = "\(grouped(summary.imageMemoryBytes)) bytes in a player"
    return [("images", "\(grouped(summary.imageCount)), \(memory)")] + listed
      + (more > 0 ? [("", "… and \(grouped(more)) more")] : [])
      + summary.sameImages.prefix(shownEntries).map { ids in
        ("", "the same: \(ids.cut(to: shownEntries).joined(separator: ", "))")
      }
  }

  /// `image img_0: 62 % of the file (31,240 bytes)`.
  private static func heavy(_ part: HeavyPart, of summary: AnimationSummary) -> String {
    func share(_ bytes: Int) -> String {
      "\((bytes * 100 + summary.byteCount / 2) / summary.byteCount) %"
    }
    let name = [part.kind.rawValue, part.name.isEmpty ? nil : quoted(part.name)].compactMap(\.self)
    let layer = part.layerName.map {
      ", \(share(part.layerByteCount)) in its layer \($0.isEmpty ? "without a name" : quoted($0))"
    }
    return "\(name.joined(separator: " ")): \(share(part.byteCount)) of the file"
      + " (\(counted(part.byteCount, "byte")))" + (layer ?? "")
  }

  private static func words(_ source: ImageSource) -> String {
    switch source {
    case .embedded(let format, let byteCount):
      "\(format?.rawValue ?? "no known format"), \(grouped(byteCount)) bytes"
    case .external(let name): "external: \(name)"
    }
  }

  private static func lists(_ summary: AnimationSummary) -> [(String, String)] {
    let markers = summary.markers.map { "\($0.name) at \(short($0.frame))" }
    return [
      ("fonts", list(summary.fonts, of: summary.fontCount)),
      ("markers", list(markers, of: summary.markerCount)),
      ("features", summary.features.map(\.name).joined(separator: ", ")),
    ].filter { !$0.1.isEmpty }
  }

  private static func bytes(_ summary: AnimationSummary) -> String {
    let gzip = summary.compressed.map { ", \(grouped($0.gzipByteCount)) under gzip" }
    let brotli = summary.compressed?.brotliByteCount.map { ", \(grouped($0)) under brotli" }
    return grouped(summary.byteCount) + (gzip ?? "") + (brotli ?? "")
  }

  private static func list(_ entries: [String], of count: Int) -> String {
    let shown = entries.prefix(shownEntries)
    let more = count > shown.count ? ["… \(grouped(count)) in all"] : []
    return (shown + more).joined(separator: ", ")
  }

  /// `17: 15 shape, 2 null`, the most frequent first.
  private static func count(_ sum: Int, by names: [(name: String, count: Int)]) -> String {
    let parts = names.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
      .map { "\(grouped($0.count)) \($0.name)" }
    return parts.isEmpty ? grouped(sum) : "\(grouped(sum)): \(parts.joined(separator: ", "))"
  }

  private static func names<Kind>(
    _ counts: [Kind: Int], _ name: (Kind) -> String
  ) -> [(name: String, count: Int)] {
    counts.map { (name($0.key), $0.value) }
  }
}
