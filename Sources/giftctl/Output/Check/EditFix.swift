import FoundationEssentials
import GiftPublishing
import Lottie
import SystemPackage

/// The `giftctl edit` that removes findings, proven by running it in memory.
struct EditFix {
  /// The most layers that one command removes; with more, the file needs its designer.
  private static let maxLayers = 8

  /// Rules whose remedy is to remove a layer that no player shows.
  private static let layerRules: Set<String> = [
    "layer.scale-zero", "layer.span-empty", "layer.type", "layer.unplayed", "reference.missing",
    "time.layer-outside",
  ]

  let report: CheckReport
  let bytes: [UInt8]
  let policy: CheckPolicy
  /// The options of the check, as they were given.
  let checkOptions: [[String]]

  /// An option of `giftctl edit`, and its edit; nil where only the reader knows the option's value.
  private struct Option {
    let words: [String]
    let edit: AnimationEdit?
  }

  /// The command for the file of that name; nil if no edit helps.
  func command(for path: String) -> ShellCommand? {
    // Of a name that cannot be printed as it is, nothing can be copied.
    guard path != AnimationFile.standardInput, shown(path) == path else { return nil }
    let options = [dropLayers, stripExpressions, embedImages(beside: path), minify]
      .compactMap(\.self)
    let edits = options.compactMap(\.edit)
    guard !options.isEmpty, edits.isEmpty || isImproved(by: edits) else { return nil }
    return ShellCommand(
      parts: [["giftctl", "edit", path]] + options.map(\.words) + checkOptions
        + [["-o", Self.freeName(beside: path)]])
  }

  /// A name beside the file that no other file has.
  private static func freeName(beside path: String) -> String {
    let file = FilePath(path)
    let stem = file.stem ?? "animation"
    let folder = file.removingLastComponent()
    for number in 1..<100 {
      let name = folder.appending("\(stem).fixed\(number == 1 ? "" : "-\(number)").json").string
      if !FileManager.default.fileExists(atPath: name) { return name }
    }
    return folder.appending("\(stem).fixed.json").string
  }

  private var dropLayers: Option? {
    var layers: [String] = []
    for finding in findings(Self.layerRules) {
      guard let layer = Self.layer(of: finding.pointer), !layers.contains(layer) else { continue }
      layers.append(layer)
      guard layers.count <= Self.maxLayers else { return nil }
    }
    return option(layers.flatMap { ["--drop-layer", $0] }, .dropLayers(layers), Self.layerRules)
  }

  private var stripExpressions: Option? {
    option(["--strip-expressions"], .stripExpressions, ["code.expression"])
  }

  private var minify: Option? {
    option(["--minify"], .minify, ["budget.bytes", "budget.gzip-bytes"])
  }

  /// With the file's own folder, if the images are there; else the reader knows where.
  private func embedImages(beside path: String) -> Option? {
    let rule: Set = ["asset.external"]
    guard !findings(rule).isEmpty else { return nil }
    let own = FilePath(path).removingLastComponent().string
    let folder = own.isEmpty ? "." : own
    do {
      let limits = policy.limits.editing(bytes.count)
      let images = try Lottie.externalImages(in: bytes, limits: limits)
      let files = try ImageFolder(folder).files(of: images, maxBytes: limits.maxBytes)
      if files.isEmpty { return Option(words: ["--embed-images", "FOLDER"], edit: nil) }
      return option(["--embed-images", folder], .embedImages(files), rule)
    } catch {
      // What is named in a way that leads elsewhere cannot be embedded.
      return nil
    }
  }

  /// The option, if its edit takes away all findings of these rules.
  private func option(_ words: [String], _ edit: AnimationEdit, _ rules: Set<String>) -> Option? {
    guard !findings(rules).isEmpty, let left = codes(after: [edit]), left.isDisjoint(with: rules)
    else { return nil }
    return Option(words: words, edit: edit)
  }

  /// Whether the edits together take findings away, and bring none of another rule.
  private func isImproved(by edits: [AnimationEdit]) -> Bool {
    guard let left = codes(after: edits) else { return false }
    return left.isStrictSubset(of: report.graveCodes)
  }

  /// The rules that findings are about after the edits; nil if these cannot be made.
  private func codes(after edits: [AnimationEdit]) -> Set<String>? {
    do {
      let edited = try Lottie.edit(bytes, edits, limits: policy.limits.editing(bytes.count))
      return AnimationCheck.report(edited.bytes, policy).graveCodes
    } catch {
      // As where other layers need the layer.
      return nil
    }
  }

  private func findings(_ rules: Set<String>) -> [Finding] {
    report.findings.filter { $0.severity != .note && rules.contains($0.code) }
  }

  /// `/layers/3` of `/layers/3/ty`, and `/assets/0/layers/1` of a pointer into that layer.
  private static func layer(of pointer: String) -> String? {
    let parts = pointer.split(separator: "/")
    let depth = parts.first == "assets" ? 4 : 2
    guard parts.count >= depth, parts[depth - 2] == "layers" else { return nil }
    return parts.prefix(depth).map { "/\($0)" }.joined()
  }
}

extension CheckReport {
  /// The codes of all findings that are not notes.
  fileprivate var graveCodes: Set<String> {
    Set(findings.lazy.filter { $0.severity != .note }.map(\.code))
  }
}
