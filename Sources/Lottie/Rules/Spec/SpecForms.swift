extension SpecForm {
  /// The kinds of object that are neither shapes nor parts of a text.
  enum Name: Int, Sendable, CaseIterable {
    case animation, composition, image, marker
    case layer, unspecifiedLayer, soundLayer, precompositionLayer, imageLayer, solidLayer, textLayer
    case transform, repeaterTransform, mask, idleMask
    case dash, gradient, easing, bezier
    case effect, blur, shadow, numberValue, colourValue, switchValue, pointValue, groupValue
    case otherValue, blurValue, shadowValue
    case style, shadowStyle
    case fonts, font, glyph, glyphData, glyphShape
    case text, textProperty, textKeyframe, textDocument, textPath, textOptions
    case animator, selector, animatedText
  }

  /// All named forms, in the order of `Name`.
  static let named: [SpecForm] = Name.allCases.map { SpecForm(members($0)) }

  /// The keyframes of each kind of property, by its number; the first two members are the values
  /// that they start and end at.
  ///
  /// lottie-ios reads the end only if the next keyframe has no start.
  static let keyframes = SpecProperty.allCases.map { SpecForm(keyframe($0, needsEnd: false)) }
  /// As `keyframes`, for one before a keyframe without a start.
  static let keyframesBeforeBare = SpecProperty.allCases.map {
    SpecForm(keyframe($0, needsEnd: true))
  }

  private static func keyframe(_ property: SpecProperty, needsEnd: Bool) -> [Member] {
    [
      Member("s", .atTime(property)),
      .extra("e", .atTime(property)).read(by: needsEnd ? both : .android),
      Member("i", .object(.easing)).read(by: .android),
      Member("o", .object(.easing)).read(by: .android),
      Member("to", .numbers(2)).read(by: .android).with(["ti"]),
      Member("ti", .numbers(2)).read(by: .android), Member("h", .flag).read(by: .android),
      .vital("t", .number, isExtra: true),
    ]
  }

  private static func members(_ name: Name) -> [Member] {
    switch name {
    case .animation: animation
    case .composition:
      [.required("id", .text).read(by: .android), Member("nm", .text).read(by: [])]
    case .image: image
    case .marker:
      [
        .vital("cm", .text, isExtra: true), .vital("tm", .number, isExtra: true),
        .vital("dr", .number, isExtra: true),
      ]
    case .layer: visualLayer
    case .unspecifiedLayer: unspecifiedLayer
    case .soundLayer: unspecifiedLayer + [.extra("refId", .text).read(by: .android)]
    case .precompositionLayer:
      visualLayer + [
        .required("refId", .text), Member("w", .number), Member("h", .number),
        Member("tm", .property(.scalar)).lenient,
      ]
    case .imageLayer: visualLayer + [.required("refId", .text)]
    case .solidLayer:
      visualLayer + [
        .vital("sw", .pixels).neededByWeb, .vital("sh", .pixels).neededByWeb,
        .vital("sc", .colourCode),
      ]
    case .textLayer: unspecifiedLayer + [.vital("t", .object(.text), isExtra: true)]
    case .transform: transformMembers
    case .repeaterTransform: repeaterTransform
    case .mask: mask + [expansion.neededByWeb]
    case .idleMask: mask + [expansion]
    case .dash:
      [
        .vital("n", .dashKind, for: .android).read(by: .android),
        Member("v", .property(.scalar)).read(by: .android).neededByWeb,
        Member("nm", .text).read(by: []),
      ]
    case .gradient: [.vital("p", .integer).neededByWeb, .vital("k", .property(.gradient))]
    case .easing:
      [
        .vital("x", .easing(isUnit: true), for: .web),
        .vital("y", .easing(isUnit: false), for: .web),
      ]
    case .bezier:
      [
        .vital("i", .points, for: both), .vital("o", .points, for: both),
        .vital("v", .points, for: both), Member("c", .truth).read(by: .android),
      ]
    case .effect, .blur, .shadow, .numberValue, .colourValue, .switchValue, .pointValue,
      .groupValue, .otherValue, .blurValue, .shadowValue, .style, .shadowStyle:
      effectMembers(name)
    case .fonts, .font, .glyph, .glyphData, .glyphShape: fontMembers(name)
    case .text, .textProperty, .textKeyframe, .textDocument, .textPath, .textOptions, .animator,
      .selector, .animatedText:
      textMembers(name)
    }
  }

  static let both: Players = [.ios, .android]

  private static let animation: [Member] = [
    Member("nm", .text).read(by: []), Member("ver", .integer).read(by: []),
    Member("markers", .list(.marker)).lenient, Member("slots", .anything),
    .extra("ddd", .flag).read(by: []), .extra("fonts", .object(.fonts)).lenient,
    .extra("chars", .list(.glyph)).lenient,
  ]

  private static let image: [Member] = [
    .required("id", .text).read(by: .android), .required("w", .integer).read(by: .android),
    .required("h", .integer).read(by: .android),
    .required("p", .text).read(by: .android).readByWeb,
    Member("u", .text).read(by: .android), Member("e", .flag).read(by: []),
    Member("nm", .text).read(by: []), Member("sid", .text).read(by: []),
  ]

  /// Other rules cover in point, out point, stretch and transform.
  private static let visualLayer: [Member] = [
    Member("nm", .text).read(by: .android), Member("hd", .truth).read(by: .android),
    Member("ind", .integer), Member("parent", .integer).read(by: .android).readByWeb,
    Member("ao", .flag).read(by: .android), Member("tt", .index(0b11111)).read(by: .android),
    Member("tp", .integer).read(by: []), .extra("st", .number), .extra("td", .flag).read(by: []),
    .extra("ddd", .flag).read(by: []), .extra("bm", .index(0xFF)).read(by: .android),
    .extra("cl", .text).read(by: .android), .extra("ef", .typed(.effects)).lenient,
    .extra("sy", .typed(.styles)).read(by: .ios).lenient,
  ]

  private static let unspecifiedLayer: [Member] = visualLayer.map(\.undescribed)

  static let transformMembers: [Member] =
    [
      Member("a", .property(.position)), Member("p", .property(.splittable)),
      Member("r", .property(.scalar)), Member("s", .property(.vector)),
      Member("o", .property(.scalar)), Member("sk", .property(.scalar)).with(["sa"]),
      Member("sa", .property(.scalar)), .extra("rx", .property(.scalar)).with(["ry", "rz", "or"]),
      .extra("ry", .property(.scalar)), .extra("rz", .property(.scalar)),
    ].map { $0.read(by: .android) } + [.extra("or", .property(.orientation)).read(by: [])]

  private static let repeaterTransform: [Member] = [
    Member("a", .property(.position)), Member("p", .property(.position)),
    Member("r", .property(.scalar)), Member("s", .property(.vector)),
    Member("o", .property(.scalar)), Member("so", .property(.scalar)).neededByWeb,
    Member("eo", .property(.scalar)).neededByWeb,
    Member("rx", .property(.scalar)).with(["ry", "rz"]),
    Member("ry", .property(.scalar)), Member("rz", .property(.scalar)),
    Member("sk", .property(.scalar)).with(["sa"]), Member("sa", .property(.scalar)),
  ].map(\.undescribed.lenient)

  private static let mask: [Member] = [
    .vital("mode", .maskMode, for: .android).read(by: .android),
    Member("o", .property(.scalar)).lenient.neededByWeb,
    .vital("pt", .property(.bezier)), .extra("inv", .truth).read(by: .android),
  ]
  private static let expansion = Member.extra("x", .property(.scalar)).read(by: .ios).lenient
}
