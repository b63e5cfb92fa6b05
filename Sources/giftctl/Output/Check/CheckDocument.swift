import GiftDomain
import GiftPublishing
import Lottie

extension CheckReport {
  /// The report on a file, or on a version of the catalogue, as JSON; `fix` has commands.
  func document(
    _ file: String, version: StandingVersion? = nil, fix: EditCommands = .none
  ) -> JSONObject {
    [
      "file": file,
      "verdict": verdict.rawValue,
      "findings": findings.map { FindingDocument($0, fix: fix.ofRules[$0.code]?.command.text) },
      "fix": fix.whole?.text,
      // A missing summary is written as null.
      "summary": summary?.document as any Encodable,
      "gift": version?.gift,
      "version": version?.version.number,
      "standings": version?.standings.map(\.rawValue),
    ]
  }
}

extension AnimationSummary {
  fileprivate var document: JSONObject {
    [
      "bodymovinVersion": bodymovinVersion,
      "name": name,
      "width": width,
      "height": height,
      "frameRate": frameRateHz,
      "inPoint": inPoint,
      "outPoint": outPoint,
      "frameCount": frameCount,
      "durationMs": durationMs,
      "layerCount": layerCount,
      "expandedLayerCount": expandedLayerCount,
      "layersByType": Dictionary(
        uniqueKeysWithValues: layersByType.map { ($0.key.name, $0.value) }),
      "shapeCount": shapeCount,
      "shapesByType": Dictionary(
        uniqueKeysWithValues: shapesByType.map { ($0.key.name, $0.value) }),
      "keyframeCount": keyframeCount,
      "vertexCount": vertexCount,
      "assetCount": assetCount,
      "imageCount": imageCount,
      "images": images.map(\.document),
      "sameImages": sameImages,
      "imageMemoryBytes": imageMemoryBytes,
      "fontCount": fontCount,
      "fonts": fonts,
      "markerCount": markerCount,
      "markers": markers.map(\.document),
      "features": features.map(\.name),
      "expressions": expressions?.document,
      "heaviest": heaviest.map(\.document),
      "byteCount": byteCount,
      "gzipByteCount": compressed?.gzipByteCount,
      "brotliByteCount": compressed?.brotliByteCount,
    ]
  }
}

extension HeavyPart {
  /// `layer` is the heaviest one in a precomposition.
  fileprivate var document: JSONObject {
    [
      "kind": kind.rawValue, "name": name, "byteCount": byteCount,
      "layer": layerName.map { ["name": $0, "byteCount": layerByteCount] as JSONObject },
    ]
  }
}

extension ExpressionSummary {
  /// `driven` has one entry for each property.
  fileprivate var document: JSONObject {
    [
      "count": count,
      "loopCount": loopCount,
      "idleCount": idleCount,
      "knownCount": knownCount,
      "randomCount": randomCount,
      "driven": driven.sorted {
        ($0.key.owner.rawValue, $0.key.name) < ($1.key.owner.rawValue, $1.key.name)
      }
      .map {
        ["owner": $0.key.owner.rawValue, "property": $0.key.name, "count": $0.value] as JSONObject
      },
      "otherCount": otherCount,
    ]
  }
}

extension ImageSummary {
  /// `byteCount` and, if it is known, `format` of an embedded one, `file` of another.
  fileprivate var document: JSONObject {
    switch source {
    case .embedded(let format, let byteCount):
      [
        "id": id, "width": width, "height": height, "isEmbedded": true,
        "format": format?.rawValue, "byteCount": byteCount,
      ]
    case .external(let file):
      ["id": id, "width": width, "height": height, "isEmbedded": false, "file": file]
    }
  }
}

extension MarkerSummary {
  /// In frames.
  fileprivate var document: JSONObject {
    ["name": name, "frame": frame, "durationFrames": durationFrames]
  }
}
