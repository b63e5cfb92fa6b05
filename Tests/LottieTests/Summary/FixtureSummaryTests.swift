import Testing

@testable import Lottie

/// What the summary says of the project's own animations; the numbers were counted apart from the
/// checker, by a script over the parsed JSON.
struct FixtureSummaryTests {
  struct Expected: Sendable, CustomTestStringConvertible {
    let file: String
    /// Layers, layers multiplied out, shapes, keyframes, vertices, bytes.
    let counts: [Int]
    let layersByType: [LayerType: Int]
    let shapesByType: [ShapeType: Int]
    let features: [Feature]
    var markers: [MarkerSummary] = []
    var images: [ImageSummary] = []

    var testDescription: String { file }
  }

  static let expected = [
    Expected(
      file: "clouds", counts: [15, 15, 174, 215, 101, 53_649], layersByType: [.shape: 15],
      shapesByType: [
        .group: 42, .path: 23, .stroke: 13, .transform: 42, .ellipse: 7, .fill: 25,
        .gradientFill: 4, .rectangle: 12, .trim: 6,
      ],
      features: [.parents, .gradientFills, .trimPaths, .legacyKeyframes]),
    Expected(
      file: "crown", counts: [18, 18, 326, 114, 230, 77_638], layersByType: [.shape: 17, .null: 1],
      shapesByType: [
        .group: 82, .path: 61, .fill: 17, .transform: 82, .ellipse: 14, .gradientFill: 32,
        .stroke: 36, .rectangle: 2,
      ],
      features: [.parents, .masks, .mattes, .gradientFills]),
    Expected(
      file: "diamond", counts: [18, 18, 138, 198, 131, 43_010],
      layersByType: [.shape: 17, .null: 1],
      shapesByType: [
        .group: 33, .path: 29, .fill: 19, .transform: 33, .trim: 6, .stroke: 6, .rectangle: 1,
        .gradientFill: 8, .ellipse: 3,
      ],
      features: [.parents, .mattes, .gradientFills, .trimPaths],
      markers: [
        MarkerSummary(name: "cut", frame: 20, durationFrames: 0),
        MarkerSummary(name: "gleam", frame: 34, durationFrames: 0),
      ]),
    Expected(
      file: "fireworks", counts: [22, 31, 588, 1_032, 96, 164_363],
      layersByType: [.shape: 16, .precomposition: 6],
      shapesByType: [
        .group: 135, .ellipse: 87, .fill: 84, .transform: 135, .path: 48, .trim: 48, .stroke: 48,
        .gradientFill: 3,
      ],
      features: [.precompositions, .gradientFills, .trimPaths]),
    Expected(
      file: "gift-box", counts: [18, 18, 146, 160, 64, 65_356],
      layersByType: [.shape: 16, .null: 1, .image: 1],
      shapesByType: [
        .group: 36, .rectangle: 9, .fill: 29, .transform: 36, .path: 10, .stroke: 3,
        .gradientFill: 6, .ellipse: 17,
      ],
      features: [.parents, .gradientFills, .embeddedImages],
      images: [
        ImageSummary(
          id: "image_0", width: 128, height: 128,
          source: .embedded(format: .png, byteCount: 17_628))
      ]),
  ]

  @Test(arguments: expected)
  func `the summary of a fixture is what a count of its JSON gives`(expected: Expected) throws {
    let bytes = try Material.bytes("\(Material.fixtures)/valid/\(expected.file).json")
    let summary = try #require(Lottie.check(bytes).summary)
    let counts = [
      summary.layerCount, summary.expandedLayerCount, summary.shapeCount, summary.keyframeCount,
      summary.vertexCount, summary.byteCount,
    ]
    #expect(counts == expected.counts)
    #expect(summary.layersByType == expected.layersByType)
    #expect(summary.shapesByType == expected.shapesByType)
    #expect(summary.features == expected.features)
    #expect(summary.markers == expected.markers)
    #expect(summary.markerCount == expected.markers.count)
    #expect(summary.images == expected.images)
    #expect(summary.imageCount == expected.images.count)
    #expect(summary.imageMemoryBytes == 65_536 * expected.images.count)
    #expect(summary.fontCount == 0 && summary.fonts == [])
    #expect(summary.compressed == nil)
  }
}
