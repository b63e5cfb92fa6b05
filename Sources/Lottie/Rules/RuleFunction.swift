/// A pure function that checks a few rules.
struct RuleFunction: Sendable {
  /// The rules whose facts it may report.
  let rules: [Rule]
  /// The players it concerns: it runs in profiles that include one of them.
  let players: Players
  /// Reports what it finds in the animation.
  let run: @Sendable (Animation, inout FindingSink) -> Void

  init(
    _ rules: Rule..., for players: Players = .all,
    run: @escaping @Sendable (Animation, inout FindingSink) -> Void
  ) {
    self.rules = rules
    self.players = players
    self.run = run
  }

  /// All rule functions; each rule belongs to exactly one.
  static let all: [RuleFunction] = [
    RuleFunction(.rootIsNoObject) { _, _ in },
    RuleFunction(.duplicateKey) { $0.duplicateKeys(&$1) },
    RuleFunction(.null) { $0.nulls(&$1) },
    RuleFunction(.expression, .expressionIdle) { $0.expressions(&$1) },
    RuleFunction(.topMissing, .topType, .topNoLayers) { $0.topMembers(&$1) },
    RuleFunction(.slots) { $0.slots(&$1) },
    RuleFunction(.topVersionMissing, .topVersion, .topVersionForm) { $0.version(&$1) },
    RuleFunction(.topFrameRate, .topSize, .topSizeForm) { $0.frame(&$1) },
    RuleFunction(.startNegative, .timeEmpty, .duration) { $0.span(&$1) },
    RuleFunction(.layerOutside, .stretchNegative) { $0.layerTimes(&$1) },
    RuleFunction(.remapOutside) { $0.remaps(&$1) },
    RuleFunction(.layerList, .layerIndexRepeated) { $0.layerLists(&$1) },
    RuleFunction(
      .layerTypeMissing, .layerType, .layerTypeForm, .layerUnplayed, .layerSpan, .layerSpanEmpty,
      .layerStart, .layerStretch, .layerTransform, .layerInvisible, .layerShapes, .layerSize
    ) { $0.layerMembers(&$1) },
    RuleFunction(.topInvisible) { $0.visibility(&$1) },
    RuleFunction(.assetForm, .assetRepeated, .assetAmbiguous) { $0.assetIDs(&$1) },
    RuleFunction(.assetUnused) { $0.unusedAssets(&$1) },
    RuleFunction(.referenceMissing, .referenceKind, .referenceIdle) { $0.layerReferences(&$1) },
    RuleFunction(.compositionCycle, .compositionDepth) { $0.nesting(&$1) },
    RuleFunction(.parentSelf, .parentCycle, .parentMissing) { $0.parents(&$1) },
    RuleFunction(
      .matteSource, .matteCycle, .matteUnused, .matteShown, .matteApart, .matteChain
    ) { $0.mattes(&$1) },
    RuleFunction(.shapeForm) { $0.shapeLists(&$1) },
    RuleFunction(.shapeTypeMissing, .shapeTypeUnknown, .shapeTypeOrder) { $0.shapeTypes(&$1) },
    RuleFunction(.repeaterCopies, .copies) { $0.repeaters(&$1) },
    RuleFunction(.repeaterGrowth) { $0.repeaterGrowth(&$1) },
    RuleFunction(.repeaterOffset, for: .web) { $0.repeaterOffsets(&$1) },
    RuleFunction(.trimRange, for: .web) { $0.trims(&$1) },
    RuleFunction(.ridges, for: .web) { $0.ridges(&$1) },
    RuleFunction(.starPoints) { $0.starPoints(&$1) },
    RuleFunction(.dashNegative, .dashTiny) { $0.dashes(&$1) },
    RuleFunction(.dashName, for: .web) { $0.dashNames(&$1) },
    RuleFunction(
      .gradientStops, .gradientOdd, .gradientSingle, .gradientOrder, .gradientCount,
      .gradientHighlight
    ) { $0.gradients(&$1) },
    RuleFunction(.pathAbsolute) { $0.absolutePaths(&$1) },
    RuleFunction(.keyframeLast) { $0.lastKeyframes(&$1) },
    RuleFunction(.expandedCopies, .expandedPoints) { $0.expansions(&$1) },
    RuleFunction(.pathEmpty, .pathVertices, .pathMorph) { $0.paths(&$1) },
    RuleFunction(
      .keyframeNone, .keyframeForm, .keyframeTime, .keyframeOrder, .keyframeEasing,
      .keyframeRepeated
    ) { $0.keyframes(&$1) },
    RuleFunction(.numberRange, .numberPrecision) { $0.numbers(&$1) },
    RuleFunction(
      .imageData, .imageFormat, .imageSVG, .imageStatedType, .imageType, .imageCutShort,
      .imageMoves, .imageSize, .imageNoSize, .imageFlag, .imageDecoder
    ) { $0.images(&$1) },
    RuleFunction(
      .assetExternal, .assetRemote, .assetAbsolute, .assetTraversal, .assetIncomplete, .assetFolder
    ) { $0.assetPaths(&$1) },
    RuleFunction(
      .gzipBytes, .layerCount, .expandedLayers, .shapeCount, .vertexCount, .keyframeCount,
      .fontCount, .markerCount
    ) { $0.counts(&$1) },
    RuleFunction(.imageMemory, .imageSide) { $0.imageSizes(&$1) },
    RuleFunction(.textFonts, .textFontMissing, .textGlyph, .textBoxNumbers, .markup) {
      $0.texts(&$1)
    },
    RuleFunction(.glyphEmpty, .glyphShape) { $0.glyphs(&$1) },
    RuleFunction(.textFontIncomplete, .remoteFont) { $0.fonts(&$1) },
    RuleFunction(
      .structureKind, .structureKindSilent, .structureKindIOS, .structureKindAndroid,
      .structureKindWeb, .keyframeNumber, .structureQuoted, .structureNull, .structureValue,
      .structureIncomplete,
      .structureIncompleteIOSWeb, .structureIncompleteIOS, .structureIncompleteAndroid,
      .structureIncompleteWeb,
      .structureChoice, .structureChoiceIOS,
      .structureChoiceAndroid, .structureColour, .structureComponents, .structureSingle,
      .numberInteger, .easingByAxis, .specMissing,
      .specValue, .specLegacyKeyframe, .specLegacyProperty, run: SpecWalk.check),
    RuleFunction(
      .autoOrient, .threeDimensional, .blendMode, .blendModeRare, .lumaMatte, .matteUnknown,
      .maskMode, .maskOpen, .maskNone, .maskFlag, .maskInverted,
      .maskIntersect, .maskExpansion, .maskFeather, .effect, .effectUnknown, .effectBlur,
      .effectShadow, .effectLayer, .effectControl, .effectDisabled, .effectOrder, .shadowRoom,
      .shadowNames, .layerStyle, .remapStretch, .solidAlpha, .matteImage,
      .rotationLost
    ) { $0.layerFeatures(&$1) },
    RuleFunction(
      .mergePaths, .repeater, .offsetPath, .puckerBloat, .twist, .zigZag, .trimSimultaneous,
      .engineRoundedCorners, .engineTrimFill, .engineStrokePaths, .engineStrokeScale,
      .engineDashes, .engineRepeater, .skew, .engineRotation, .colourBytes, .colourAlpha,
      .blendModeShape, .hiddenModifier, .trimMode, .transformOutside, .roundedCorners, .dashZero
    ) { $0.shapeFeatures(&$1) },
    RuleFunction(.polygonInner, .starInner) { $0.innerRadii(&$1) },
    RuleFunction(
      .textLayer, .glyphs, .textAnimator, .textPath, .textGrouping, .engineText
    ) { $0.textFeatures(&$1) },
    RuleFunction(.engineTimeRemap, .engineTimeCost) { $0.remappedTime(&$1) },
    RuleFunction(.keyframeAlone, for: .web) { $0.loneKeyframes(&$1) },
    RuleFunction(.starRadius, for: .web) { $0.starRadii(&$1) },
    RuleFunction(.opacity, for: .drawing) { $0.opacities(&$1) },
    RuleFunction(.groupTransform, for: .web) { $0.groupTransforms(&$1) },
    RuleFunction(.layerCamera, .layerSound, .matteLayer, for: .web) { $0.layersOfWeb(&$1) },
    RuleFunction(.textBox, for: .web) { $0.textBoxes(&$1) },
    RuleFunction(.effectValues, .maskMissing, for: .web) {
      $0.effectValues(&$1)
      $0.followedMasks(&$1)
    },
    RuleFunction(.parentData, for: .web) { $0.dataParents(&$1) },
    RuleFunction(.canvasText, for: .web) { $0.canvasTexts(&$1) },
    RuleFunction(.canvasGradient, for: .web) { $0.canvasGradients(&$1) },
    RuleFunction(.telegramSize, .telegramFrameRate, .telegramDuration, for: .telegram) {
      $0.stickerFrame(&$1)
    },
    RuleFunction(
      .telegramImage, .telegramSolid, .telegramMask, .telegramStretch, .telegramTimeRemap,
      for: .telegram
    ) { $0.stickerLayers(&$1) },
    RuleFunction(.telegramStar, .telegramGradientStroke, for: .telegram) { $0.stickerShapes(&$1) },
    RuleFunction(
      .rlottieType, .rlottieInteger, .rlottieRotation, .rlottieEasing, for: .rlottie,
      run: RlottieReading.check),
    RuleFunction(.rlottieNumber, for: .rlottie) { $0.hugeExponents(&$1) },
    RuleFunction(.rlottieZeroByte, for: .rlottie) { $0.zeroBytes(&$1) },
    RuleFunction(.rlottieSize, for: .rlottie) { $0.sizes(&$1) },
  ]
}
