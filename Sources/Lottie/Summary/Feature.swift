/// A feature of an animation that not every player supports: a stable set of words.
package enum Feature: Int, NamedKind {
  /// Layers that draw a composition among the assets.
  case precompositions
  /// Layers that follow another one, `parent`.
  case parents
  /// Masks of layers, `masksProperties`.
  case masks
  /// Layers shown by another one's alpha or luminance, `tt`.
  case mattes
  /// Mattes by luminance, `tt` 3 and 4.
  case lumaMattes
  /// Gradients that fill.
  case gradientFills
  /// Gradients along a line.
  case gradientStrokes
  /// Lines with dashes.
  case dashes
  /// Stars and polygons.
  case stars
  /// Paths cut to a part of their length.
  case trimPaths
  /// Copies made by the player.
  case repeaters
  /// Paths joined or cut out of each other by the player.
  case mergePaths
  /// Corners that the player rounds.
  case roundedCorners
  /// Paths that the player moves outwards or inwards.
  case offsetPaths
  /// Paths that the player bloats.
  case puckerBloat
  /// Paths that the player twists.
  case twist
  /// Paths that the player bends into zigzags.
  case zigZag
  /// Precompositions with remapped time, `tm`.
  case timeRemap
  /// Layers that run faster or slower, `sr`.
  case timeStretch
  /// Text layers.
  case text
  /// Text with separately animated letters.
  case textAnimators
  /// Letters as shapes, `chars`.
  case glyphs
  /// Effects of layers, `ef`.
  case effects
  /// Styles of layers, such as shadows, `sy`.
  case layerStyles
  /// Layers with a blend mode other than normal, `bm`.
  case blendModes
  /// Layers oriented along their path, `ao`.
  case autoOrient
  /// Three-dimensional layers, `ddd`.
  case threeDimensions
  /// Layers that are not drawn, `hd`.
  case hiddenLayers
  /// Sound.
  case sounds
  /// JavaScript.
  case expressions
  /// Images in the file itself.
  case embeddedImages
  /// Images in separate files.
  case externalImages
  /// Values that an application sets, `slots`.
  case slots
  /// Keyframes with an end value, `e`, as Bodymovin wrote them before version 5.5.
  case legacyKeyframes
}
