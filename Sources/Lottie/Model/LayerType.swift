/// The type of a layer: the values of `ty` that Bodymovin writes for layers.
package enum LayerType: Int, NamedKind {
  /// A composition among the assets.
  case precomposition = 0
  /// A rectangle of one colour.
  case solid = 1
  /// An image among the assets.
  case image = 2
  /// Nothing visible: a parent for other layers.
  case null = 3
  /// Vector shapes.
  case shape = 4
  /// Text.
  case text = 5
  /// A sound among the assets.
  case audio = 6
  /// A placeholder for a video.
  case videoPlaceholder = 7
  /// A sequence of images.
  case imageSequence = 8
  /// A video.
  case video = 9
  /// A placeholder for an image.
  case imagePlaceholder = 10
  /// A guide for the author.
  case guide = 11
  /// Effects on all layers below.
  case adjustment = 12
  /// A camera of a 3D scene.
  case camera = 13
  /// A light of a 3D scene.
  case light = 14
  /// Data for expressions.
  case data = 15

  /// Whether the layer is placed on the screen, and so needs a transform.
  var isVisual: Bool {
    switch self {
    case .precomposition, .solid, .image, .null, .shape, .text: true
    case .audio, .videoPlaceholder, .imageSequence, .video, .imagePlaceholder, .guide,
      .adjustment, .camera, .light, .data:
      false
    }
  }

  /// Whether all players show it, or can skip it because it shows nothing.
  var isPlayed: Bool { isVisual || self == .guide }
}
