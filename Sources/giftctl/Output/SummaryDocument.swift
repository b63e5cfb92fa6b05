import Lottie

/// A summary as JSON; members that are not known are left out.
struct SummaryDocument: Encodable {
  let bodymovinVersion: String
  let name: String?
  let width: Int
  let height: Int
  let frameRate: Double
  let inPoint: Double
  let outPoint: Double
  let frameCount: Double
  let durationMs: Int
  let layerCount: Int
  let expandedLayerCount: Int
  let layersByType: [String: Int]
  let shapeCount: Int
  let shapesByType: [String: Int]
  let keyframeCount: Int
  let vertexCount: Int
  let assetCount: Int
  let imageCount: Int
  let images: [ImageDocument]
  let imageMemoryBytes: Int
  let fontCount: Int
  let fonts: [String]
  let markerCount: Int
  let markers: [MarkerDocument]
  let features: [String]
  let byteCount: Int
  let gzipByteCount: Int?
  let brotliByteCount: Int?

  init(_ summary: AnimationSummary) {
    bodymovinVersion = summary.bodymovinVersion
    name = summary.name
    width = summary.width
    height = summary.height
    frameRate = summary.frameRateHz
    inPoint = summary.inPoint
    outPoint = summary.outPoint
    frameCount = summary.frameCount
    durationMs = summary.durationMs
    layerCount = summary.layerCount
    expandedLayerCount = summary.expandedLayerCount
    layersByType = Dictionary(
      uniqueKeysWithValues: summary.layersByType.map { ($0.key.name, $0.value) })
    shapeCount = summary.shapeCount
    shapesByType = Dictionary(
      uniqueKeysWithValues: summary.shapesByType.map { ($0.key.name, $0.value) })
    keyframeCount = summary.keyframeCount
    vertexCount = summary.vertexCount
    assetCount = summary.assetCount
    imageCount = summary.imageCount
    images = summary.images.map(ImageDocument.init)
    imageMemoryBytes = summary.imageMemoryBytes
    fontCount = summary.fontCount
    fonts = summary.fonts
    markerCount = summary.markerCount
    markers = summary.markers.map(MarkerDocument.init)
    features = summary.features.map(\.name)
    byteCount = summary.byteCount
    gzipByteCount = summary.compressed?.gzipByteCount
    brotliByteCount = summary.compressed?.brotliByteCount
  }
}

/// An image as JSON: `byteCount` and, if it is known, `format` of an embedded one, `file` of
/// another.
struct ImageDocument: Encodable {
  let id: String
  let width: Int?
  let height: Int?
  let isEmbedded: Bool
  let format: String?
  let byteCount: Int?
  let file: String?

  init(_ image: ImageSummary) {
    id = image.id
    width = image.width
    height = image.height
    switch image.source {
    case .embedded(let format, let byteCount):
      isEmbedded = true
      self.format = format?.rawValue
      self.byteCount = byteCount
      file = nil
    case .external(let name):
      isEmbedded = false
      format = nil
      byteCount = nil
      file = name
    }
  }
}

/// A marker as JSON, in frames.
struct MarkerDocument: Encodable {
  let name: String
  let frame: Double
  let durationFrames: Double

  init(_ marker: MarkerSummary) {
    name = marker.name
    frame = marker.frame
    durationFrames = marker.durationFrames
  }
}
