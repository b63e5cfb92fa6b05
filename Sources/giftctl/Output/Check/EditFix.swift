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

  /// The command for the file with that name; nil if no edit helps.
  func command(for path: String) -> String? {
    guard path != AnimationFile.standardInput else { return nil }
    let options = [dropLayers, stripExpressions, embedImages(beside: path), minify]
      .compactMap(\.self)
    guard !options.isEmpty else { return nil }
    let stem = FilePath(path).stem ?? "animation"
    let isPacked = EditTarget.isPacked(path)
    let output = shellWord(isPacked ? "\(stem).json" : "\(stem).fixed.json")
    let profile = policy.profile == .gift ? "" : " --profile \(policy.profile.rawValue)"
    return
      "giftctl edit \(shellWord(path)) \(options.joined(separator: " "))\(profile) -o \(output)"
  }

  private var dropLayers: String? {
    let pointers = findings(Self.layerRules).compactMap { Self.layer(of: $0.pointer) }
    let layers = pointers.indices.filter { !pointers[..<$0].contains(pointers[$0]) }
      .map { pointers[$0] }
    guard layers.count <= Self.maxLayers, helps(.dropLayers(layers), against: Self.layerRules)
    else { return nil }
    return layers.map { "--drop-layer \($0)" }.joined(separator: " ")
  }

  private var stripExpressions: String? {
    helps(.stripExpressions, against: ["code.expression"]) ? "--strip-expressions" : nil
  }

  private var minify: String? {
    helps(.minify, against: ["budget.gzip-bytes"]) ? "--minify" : nil
  }

  /// With the file's own folder if the images are there, else with a placeholder.
  private func embedImages(beside path: String) -> String? {
    let rule: Set = ["asset.external"]
    guard !findings(rule).isEmpty else { return nil }
    let own = FilePath(path).removingLastComponent().string
    let folder = own.isEmpty ? "." : own
    do {
      let limits = policy.limits.json
      let images = try Lottie.externalImages(in: bytes, limits: limits)
      let files = try ImageFolder(folder).files(of: images, maxBytes: limits.maxBytes)
      if files.isEmpty { return "--embed-images FOLDER" }
      return helps(.embedImages(files), against: rule)
        ? "--embed-images \(shellWord(folder))" : nil
    } catch {
      // An image whose name leads elsewhere cannot be embedded.
      return nil
    }
  }

  /// Whether the edit removes all findings of these rules, and adds none of any other.
  private func helps(_ edit: AnimationEdit, against rules: Set<String>) -> Bool {
    guard !findings(rules).isEmpty else { return false }
    do {
      let edited = try Lottie.edit(bytes, [edit], limits: policy.limits.json)
      let left = AnimationCheck.report(edited.bytes, policy).graveCodes
      return left.isDisjoint(with: rules) && left.isSubset(of: report.graveCodes)
    } catch {
      // An edit that cannot be made, because other layers need the layer, is of no use.
      return false
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

/// A word for a shell to copy: in quotes unless all its characters are harmless.
func shellWord(_ text: String) -> String {
  let isPlain = text.utf8.allSatisfy { byte in
    byte >= 0x80 || "./_-,:=@%+".utf8.contains(byte)
      || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }
  return isPlain && !text.isEmpty
    ? shown(text) : "'\(shown(text.replacing("'", with: "'\\''")))'"
}
