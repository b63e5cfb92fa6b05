import GiftDomain
import Lottie

/// The outcome of `giftctl edit` for one file.
struct EditAnswer {
  /// How the edit of the file ended.
  enum Work {
    /// The result is written to `path` and was checked.
    case written(String, bytesBefore: Int, EditedAnimation, CheckReport)
    /// The file is not an animation, according to the check.
    case noAnimation([UInt8], CheckReport)
    case failed(UserMessage)
  }

  /// The name as it was given.
  let file: String
  let work: Work

  /// The exit code, were this the only file.
  var status: ExitStatus {
    switch work {
    case .written(_, _, _, let report), .noAnimation(_, let report):
      report.verdict == .refused ? .refused : .done
    case .failed(let userMessage): userMessage.status
    }
  }

  /// Why nothing was written, unless the check is the reason.
  var failure: UserMessage? {
    if case .failed(let userMessage) = work { userMessage } else { nil }
  }

  /// What was changed, one line each, then the report of the check on the result.
  func lines(_ printer: CheckPrinter) -> [String] {
    switch work {
    case .written(let path, let bytesBefore, let edited, let report):
      changeLines(shown(path == "-" ? file : path), bytesBefore, edited)
        + printer.lines(path == "-" ? file : path, report, of: edited.bytes)
        + lookLines(path, edited, printer.columns)
    case .noAnimation(let bytes, let report): printer.lines(file, report, of: bytes)
    case .failed: []
    }
  }

  /// How to see what the edit did, if it may have changed how the animation looks.
  private func lookLines(
    _ path: String, _ edited: EditedAnimation, _ columns: Int?
  ) -> [String] {
    let mayDiffer = edited.done.contains { change in
      if case .strippedExpressions = change { true } else { false }
    }
    guard mayDiffer, path != "-", path != file, file != AnimationFile.name(of: "-") else {
      return []
    }
    return "  to compare, play both on a page: no expression runs in pictures made here"
      .wrapped(to: columns)
  }

  /// The answer as JSON; `check` is of the result, or of the file if that is not an animation.
  var document: JSONObject {
    switch work {
    case .written(let path, let bytesBefore, let edited, let report):
      [
        "file": file, "outcome": edited.isUnchanged ? "unchanged" : "done", "out": path,
        "changes": edited.done.map(\.document), "bytesBefore": bytesBefore,
        "bytesAfter": edited.bytes.count, "check": report.document(path),
      ]
    case .noAnimation(_, let report):
      ["file": file, "outcome": "failed", "check": report.document(file)]
    case .failed(let userMessage):
      [
        "file": file, "outcome": "failed",
        "error": userMessage.document + ["details": userMessage.details],
      ]
    }
  }

  private func changeLines(
    _ path: String, _ bytesBefore: Int, _ edited: EditedAnimation
  ) -> [String] {
    guard !edited.isUnchanged else { return ["\(path): unchanged"] }
    let sizes = "\(grouped(bytesBefore)) → \(grouped(edited.bytes.count)) bytes"
    return edited.done.flatMap(\.lines).map { "\(path): \($0)" } + ["\(path): \(sizes)"]
  }
}

extension EditedAnimation {
  /// The changes that found something to do.
  var done: [EditChange] { steps.filter { !$0.isUnchanged }.map(\.change) }
}

extension EditChange {
  /// The change as text, one line per thing changed.
  var lines: [String] {
    switch self {
    case .droppedLayers(let layers):
      layers.map { dropped in
        "dropped \(dropped.layer.text)"
          + (dropped.matteOf.map { ", the matte of \($0.text)" } ?? "")
      }
    case .bakedLoops(let count, let keyframeCount):
      ["baked \(counted(count, "expression")), \(counted(keyframeCount, "more keyframe"))"]
    case .strippedExpressions(let count): ["stripped \(counted(count, "expression"))"]
    case .repaired(let counts):
      RepairKind.allCases.compactMap { kind in counts[kind].map { kind.sentence($0) } }
    case .embeddedImages(let images):
      images.map { embedded in
        "embedded \(quoted(embedded.image.name)) as \(embedded.mediaType), "
          + "\(counted(embedded.byteCount, "byte"))"
      }
    case .renamed(let name): [name.map { "renamed from \(quoted($0))" } ?? "named (it had no name)"]
    case .minified(let byteCount): ["removed \(counted(byteCount, "byte")) of white space"]
    }
  }
}

extension EditChange {
  /// The change as JSON, under the name of the option.
  fileprivate var document: JSONObject {
    switch self {
    case .droppedLayers(let layers):
      ["edit": "drop-layer", "layers": layers.map(\.document)]
    case .bakedLoops(let count, let keyframeCount):
      ["edit": "bake-loops", "count": count, "keyframes": keyframeCount]
    case .strippedExpressions(let count): ["edit": "strip-expressions", "count": count]
    case .repaired(let counts):
      [
        "edit": "repair",
        "repaired": Dictionary(uniqueKeysWithValues: counts.map { ($0.key.rawValue, $0.value) }),
      ]
    case .embeddedImages(let images):
      ["edit": "embed-images", "images": images.map(\.document)]
    case .renamed(let nameBefore): ["edit": "rename", "name": nameBefore]
    case .minified(let byteCount): ["edit": "minify", "count": byteCount]
    }
  }
}

extension RepairKind {
  /// What was done to that number of them.
  fileprivate func sentence(_ count: Int) -> String {
    switch self {
    case .byteOrderMark: "removed the byte-order mark"
    case .trailingComma: "removed \(counted(count, "comma")) before brackets"
    case .maskFlag: "marked \(counted(count, "layer")) as masked"
    case .flatFlag: "marked \(counted(count, "layer")) as flat, before what turns"
    case .strayTransform: "removed \(counted(count, "transform")) outside of groups"
    case .trimMode: "added how \(counted(count, "trim")) work"
    case .lineEnd: "added \(counted(count, "option")) of gradient strokes"
    case .polygonRadius: "removed \(counted(count, "inner value")) of polygons"
    case .markerLength: "added the length of \(counted(count, "marker"))"
    case .lastHandle: "removed \(counted(count, "handle")) of last keyframes"
    case .loneKeyframe: "wrote \(counted(count, "single keyframe")) as a value"
    case .hold: "wrote \(counted(count, "hold keyframe")) as numbers say it"
    case .hiddenFlag: "wrote \(counted(count, "number")) as true or false"
    case .colourDigits: "wrote \(counted(count, "colour")) with six digits"
    case .null: "removed \(counted(count, "null"))"
    case .order: "moved \(counted(count, "member")) to the front"
    case .absolutePath: "took vertices off the tangents of \(counted(count, "part"))"
    case .layerStart: "added the start time of \(counted(count, "layer"))"
    case .imageFolder: "added the folder of \(counted(count, "image"))"
    case .imageFlag: "marked \(counted(count, "image")) as embedded"
    case .groupTransform: "added the transform of \(counted(count, "group"))"
    case .groupOpacity: "added the opacity of \(counted(count, "group"))"
    case .maskValue: "added \(counted(count, "value")) of masks"
    case .repeaterValue: "added \(counted(count, "value")) of repeaters"
    case .textOption: "added \(counted(count, "option")) of texts"
    case .dashName: "named \(counted(count, "dash element")) apart"
    case .easing: "added \(counted(count, "easing handle"))"
    case .wholeNumber: "wrote \(counted(count, "whole number")) without a fraction"
    }
  }
}

extension DroppedLayer {
  /// `matteOf` is the layer that it went along with, as its matte.
  fileprivate var document: JSONObject {
    ["pointer": layer.pointer, "name": layer.name, "matteOf": matteOf?.pointer]
  }
}

extension EmbeddedImage {
  fileprivate var document: JSONObject {
    [
      "pointer": image.pointer, "name": image.name, "mediaType": mediaType,
      "byteCount": byteCount,
    ]
  }
}

extension LayerPlace {
  /// `/layers/3 "Guide"`.
  var text: String { pointer + (name.map { " " + quoted($0) } ?? "") }
}
