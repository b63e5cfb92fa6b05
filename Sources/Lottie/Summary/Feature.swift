/// What an animation makes use of and not every player can do: a stable set of words.
package enum Feature: String, Sendable, CaseIterable {
  /// Layers that draw a composition among the assets.
  case precompositions
  /// Layers that follow another one, `parent`.
  case parents
  /// Masks of layers, `masksProperties`.
  case masks
  /// Layers that another one shows by its alpha or lightness, `tt`.
  case mattes
  /// Mattes by lightness, `tt` 3 and 4.
  case lumaMattes = "luma-mattes"
  /// Gradients that fill.
  case gradientFills = "gradient-fills"
  /// Gradients along a line.
  case gradientStrokes = "gradient-strokes"
  /// Lines with dashes.
  case dashes
  /// Stars and polygons.
  case stars
  /// Paths cut to a part of their length.
  case trimPaths = "trim-paths"
  /// Copies made by the player.
  case repeaters
  /// Paths joined or cut out of each other by the player.
  case mergePaths = "merge-paths"
  /// Corners that the player rounds.
  case roundedCorners = "rounded-corners"
  /// Paths that the player moves outwards or inwards.
  case offsetPaths = "offset-paths"
  /// Paths that the player bloats.
  case puckerBloat = "pucker-bloat"
  /// Paths that the player twists.
  case twist
  /// Paths that the player makes a zigzag of.
  case zigZag = "zig-zag"
  /// Precompositions with a time of their own, `tm`.
  case timeRemap = "time-remap"
  /// Layers that run faster or slower, `sr`.
  case timeStretch = "time-stretch"
  /// Text layers.
  case text
  /// Text whose letters move on their own.
  case textAnimators = "text-animators"
  /// Letters as shapes, `chars`.
  case glyphs
  /// Effects of layers, `ef`.
  case effects
  /// Styles of layers, such as shadows, `sy`.
  case layerStyles = "layer-styles"
  /// Layers that do not simply cover what is below, `bm`.
  case blendModes = "blend-modes"
  /// Layers that turn along their way, `ao`.
  case autoOrient = "auto-orient"
  /// Layers in three dimensions, `ddd`.
  case threeDimensions = "three-dimensions"
  /// Layers that are not drawn, `hd`.
  case hiddenLayers = "hidden-layers"
  /// Sound.
  case sounds
  /// JavaScript.
  case expressions
  /// Images in the file itself.
  case embeddedImages = "embedded-images"
  /// Images in files of their own.
  case externalImages = "external-images"
  /// Values that an application sets, `slots`.
  case slots
  /// Keyframes that say where they end, `e`, as Bodymovin wrote them before version 5.5.
  case legacyKeyframes = "legacy-keyframes"
}
