import Lottie

extension AnimationSummary {
  /// All of it as JSON.
  var document: JSONObject {
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
      "imageMemoryBytes": imageMemoryBytes,
      "fontCount": fontCount,
      "fonts": fonts,
      "markerCount": markerCount,
      "markers": markers.map(\.document),
      "features": features.map(\.name),
      "byteCount": byteCount,
      "gzipByteCount": compressed?.gzipByteCount,
      "brotliByteCount": compressed?.brotliByteCount,
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
