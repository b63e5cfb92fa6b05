/// What an animation holds, counted once for the summary and for the budgets.
struct Tally: Sendable {
  /// Layers of the main composition, with precompositions as often as they are drawn; a Double,
  /// because doublings of doublings overflow every integer.
  private(set) var expandedLayers = 0.0
  /// Keyframes of all properties.
  private(set) var keyframes = 0
  /// Vertices of all paths, be they shapes, masks, ways of text or letters; of an animated path,
  /// those of each keyframe, as players hold them.
  private(set) var vertices = 0
  /// What a player needs for the pixels of all images, in bytes.
  private(set) var imageMemoryBytes = 0.0
  private(set) var images: [Picture] = []
  /// Entries of `fonts.list`.
  private(set) var fonts = 0
  /// Entries of `markers`.
  private(set) var markers = 0

  init() {}

  /// Counts what the lists of `animation` and its survey hold.
  init(_ animation: Animation) {
    let json = animation.json
    expandedLayers = animation.graph.expandedLayers[0]
    for property in animation.survey.properties where property.isAnimated {
      keyframes += json.count(of: property.value)
    }
    for list in animation.survey.vertexLists { vertices += json.count(of: list) }
    images = animation.assets.compactMap { Picture($0, animation) }
    imageMemoryBytes = images.reduce(0) { $0 + $1.memoryBytes }
    fonts = animation.fontList.map(json.count) ?? 0
    markers = animation.markerList.map(json.count) ?? 0
  }
}

extension Animation {
  /// `fonts.list`, or nil.
  var fontList: NodeID? {
    member("fonts", of: .root).flatMap { member("list", of: $0) }
  }

  /// `markers`, or nil.
  var markerList: NodeID? {
    member("markers", of: .root)
  }
}
