import FoundationEssentials
import GiftPublishing
import Lottie
import SystemPackage

/// The `giftctl edit` that removes findings, proven by running it in memory.
struct EditFix {
  /// The most layers that one command removes; with more, the file needs its designer.
  private static let maxLayers = 8

  let report: CheckReport
  let bytes: [UInt8]
  let policy: CheckPolicy
  /// The options of the check, as they were given.
  let checkOptions: [[String]]

  /// An option of `giftctl edit`, and its edit; nil where only the reader knows the option's value.
  private struct Option {
    let fix: Fix
    let words: [String]
    let edit: AnimationEdit?
    /// The rules whose findings it removes.
    let codes: Set<String>
  }

  /// The commands for the file of that name.
  func commands(for path: String) -> EditCommands {
    // Of a name that cannot be printed as it is, nothing can be copied.
    guard path != AnimationFile.standardInput, shown(path) == path else { return .none }
    let options = [
      dropLayers, bakeLoops, stripExpressions, repair, embedImages(beside: path), minify,
    ].compactMap(\.self)
    let edits = options.compactMap(\.edit)
    guard !options.isEmpty, edits.isEmpty || isImproved(by: edits) else { return .none }
    let output = Self.freeName(beside: path)
    func command(_ options: [Option]) -> ShellCommand {
      ShellCommand(
        parts: [["giftctl", "edit", path]] + options.map(\.words) + checkOptions
          + [["-o", output]])
    }
    let codes = Set(options.flatMap(\.codes))
    return EditCommands(
      whole: command(options),
      ofRules: Dictionary(
        uniqueKeysWithValues: codes.map { code in
          let own = options.filter { $0.codes.contains(code) }
          return (
            code,
            EditCommands.OfRule(
              command: command(own), mayChangeLook: own.contains(where: \.fix.mayChangeLook))
          )
        }))
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
    for finding in findings(.dropLayer) {
      guard let layer = Self.layer(of: finding.pointer), !layers.contains(layer) else { continue }
      layers.append(layer)
      guard layers.count <= Self.maxLayers else { return nil }
    }
    return option(.dropLayer, layers.flatMap { ["--drop-layer", $0] }, [.dropLayers(layers)])
  }

  /// Also if other expressions remain.
  private var bakeLoops: Option? {
    let codes = codes(.bakeLoops)
    guard !codes.isEmpty, isChanged(by: .bakeLoops) else { return nil }
    return Option(fix: .bakeLoops, words: ["--bake-loops"], edit: .bakeLoops, codes: codes)
  }

  /// Unless all expressions are loops.
  private var stripExpressions: Option? {
    let baked = bakeLoops?.edit.map { [$0] } ?? []
    if !baked.isEmpty, left(after: baked)?.isDisjoint(with: codes(.stripExpressions)) == true {
      return nil
    }
    return option(.stripExpressions, ["--strip-expressions"], [.stripExpressions])
  }

  private var repair: Option? {
    let codes = codes(.repair)
    guard !codes.isEmpty, let left = left(after: [.repair]), !codes.isSubset(of: left) else {
      return nil
    }
    return Option(
      fix: .repair, words: ["--repair"], edit: .repair, codes: codes.subtracting(left))
  }

  private var minify: Option? { option(.minify, ["--minify"], [.minify]) }

  /// With the file's own folder, if the images are there; else the reader knows where.
  private func embedImages(beside path: String) -> Option? {
    let codes = codes(.embedImages)
    guard !codes.isEmpty else { return nil }
    let own = FilePath(path).removingLastComponent().string
    let folder = own.isEmpty ? "." : own
    do {
      let limits = policy.limits.editing(bytes.count)
      let images = try Lottie.externalImages(in: bytes, limits: limits)
      let files = try ImageFolder(folder).files(of: images, maxBytes: limits.maxBytes)
      if files.isEmpty {
        return Option(
          fix: .embedImages, words: ["--embed-images", "FOLDER"], edit: nil, codes: codes)
      }
      return option(.embedImages, ["--embed-images", folder], [.embedImages(files)])
    } catch {
      // What is named in a way that leads elsewhere cannot be embedded.
      return nil
    }
  }

  /// The option, if its edit takes away all findings that it can fix.
  private func option(_ fix: Fix, _ words: [String], _ edits: [AnimationEdit]) -> Option? {
    let codes = codes(fix)
    guard !codes.isEmpty, let left = left(after: edits), left.isDisjoint(with: codes) else {
      return nil
    }
    return Option(fix: fix, words: words, edit: edits.first, codes: codes)
  }

  /// Whether the edits together take findings away, and bring none of another rule.
  private func isImproved(by edits: [AnimationEdit]) -> Bool {
    guard let left = left(after: edits) else { return false }
    // Of a file that was no JSON, nothing else was known before.
    if report.summary == nil { return left.isDisjoint(with: report.graveCodes) }
    return left.isStrictSubset(of: report.graveCodes)
  }

  private func isChanged(by edit: AnimationEdit) -> Bool {
    do {
      return try !Lottie.edit(bytes, [edit], limits: policy.limits.editing(bytes.count)).isUnchanged
    } catch {
      // As where there would be too many keyframes.
      return false
    }
  }

  /// The rules that findings are about after the edits; nil if these cannot be made.
  private func left(after edits: [AnimationEdit]) -> Set<String>? {
    do {
      let edited = try Lottie.edit(bytes, edits, limits: policy.limits.editing(bytes.count))
      return AnimationCheck.report(edited.bytes, policy).graveCodes
    } catch {
      // As where other layers need the layer.
      return nil
    }
  }

  private func findings(_ fix: Fix) -> [Finding] {
    report.findings.filter {
      $0.severity != .note && Rule.named($0.code)?.fixes.contains(fix) == true
    }
  }

  /// The rules with findings that the edit can remove.
  private func codes(_ fix: Fix) -> Set<String> { Set(findings(fix).map(\.code)) }

  /// `/layers/3` of `/layers/3/ty`, and `/assets/0/layers/1` of a pointer into that layer.
  private static func layer(of pointer: String) -> String? {
    let parts = pointer.split(separator: "/")
    let depth = parts.first == "assets" ? 4 : 2
    guard parts.count >= depth, parts[depth - 2] == "layers" else { return nil }
    return parts.prefix(depth).map { "/\($0)" }.joined()
  }
}

/// The commands that remove what a check found in a file.
struct EditCommands {
  /// The command for the findings of one rule.
  struct OfRule {
    let command: ShellCommand
    /// Whether a player that drew the animation may draw it differently.
    let mayChangeLook: Bool
  }

  /// For everything that can be fixed; nil if nothing can.
  let whole: ShellCommand?
  /// For the findings of each rule, by its code.
  let ofRules: [String: OfRule]

  static let none = EditCommands(whole: nil, ofRules: [:])
}

extension Fix {
  /// The command, with names for the reader to replace.
  var example: String {
    let value =
      switch self {
      case .dropLayer: " NAME"
      case .embedImages: " FOLDER"
      case .bakeLoops, .stripExpressions, .repair, .minify: ""
      }
    return "giftctl edit in.json --\(rawValue)\(value) -o out.json"
  }

  /// A warning after the command, if one is due.
  var warning: String { mayChangeLook ? " (may change how it looks)" : "" }

  /// The command as JSON.
  var document: JSONObject { ["command": example, "mayChangeLook": mayChangeLook] }
}

extension CheckReport {
  /// The codes of all findings that are not notes.
  fileprivate var graveCodes: Set<String> {
    Set(findings.lazy.filter { $0.severity != .note }.map(\.code))
  }
}
