extension SpecForm {
  /// The kinds of object that are not shapes.
  enum Name: Int, Sendable, CaseIterable {
    case animation, composition, image, marker
    case layer, unspecifiedLayer, precompositionLayer, imageLayer, solidLayer
    case transform, repeaterTransform, mask
    case dash, gradient, easing, bezier
    case effect, effectValue, style
    case fonts, font, glyph
  }

  /// All named forms, in the order of `Name`.
  static let named: [SpecForm] = Name.allCases.map { SpecForm(members($0)) }

  /// The keyframes of each kind of property, by its number; the first member is the value that
  /// they start at.
  static let keyframes: [SpecForm] = SpecProperty.allCases.map { property in
    SpecForm([
      Member("s", .atTime(property)), .extra("e", .atTime(property)),
      Member("i", .object(.easing)), Member("o", .object(.easing)), Member("to", .vector),
      Member("ti", .vector), Member("h", .flag),
    ])
  }

  private static func members(_ name: Name) -> [Member] {
    switch name {
    case .animation:
      [
        Member("nm", .text), Member("ver", .integer), Member("markers", .list(.marker)),
        Member("slots", .anything), .extra("ddd", .flag), .extra("fonts", .object(.fonts)),
        .extra("chars", .list(.glyph)),
      ]
    case .composition: [.vital("id", .identifier), Member("nm", .text), .extra("fr", .number)]
    case .image:
      [
        .vital("id", .identifier), .required("w", .number), .required("h", .number),
        .required("p", .identifier), Member("u", .text), Member("e", .flag), Member("nm", .text),
        Member("sid", .text),
      ]
    case .marker: [Member("cm", .text), Member("tm", .number), Member("dr", .number)]
    case .layer: visualLayer
    case .unspecifiedLayer: visualLayer.map { .extra($0.name, $0.value) }
    case .precompositionLayer:
      visualLayer + [
        .required("refId", .identifier), Member("w", .integer), Member("h", .integer),
        Member("tm", .property(.scalar)),
      ]
    case .imageLayer: visualLayer + [.required("refId", .identifier)]
    case .solidLayer:
      visualLayer + [
        .vital("sw", .integer), .vital("sh", .integer), .vital("sc", .colourCode),
      ]
    case .transform: transformMembers
    case .repeaterTransform:
      transformMembers.map { .extra($0.name, $0.value) } + [
        .extra("so", .property(.scalar)), .extra("eo", .property(.scalar)),
      ]
    case .mask:
      [
        Member("mode", .maskMode), Member("o", .property(.scalar)),
        .vital("pt", .property(.bezier)), .extra("inv", .truth), .extra("x", .property(.scalar)),
      ]
    case .dash:
      [Member("n", .dashKind), Member("v", .property(.scalar)), Member("nm", .text)]
    case .gradient: [.vital("p", .integer), .vital("k", .property(.gradient))]
    case .easing: [.vital("x", .easing(isUnit: true)), .vital("y", .easing(isUnit: false))]
    case .bezier:
      [
        .vital("i", .points), .vital("o", .points), .vital("v", .points),
        Member("c", .truth),
      ]
    case .effect, .effectValue: [.extra("ef", .list(.effectValue))]
    case .style: []
    case .fonts: [.vital("list", .list(.font), isExtra: true)]
    case .font:
      [.extra("fName", .identifier), .extra("fFamily", .text), .extra("fStyle", .text)]
    case .glyph: glyphMembers
    }
  }

  /// The specification does not describe text.
  private static let glyphMembers: [Member] = [
    .vital("ch", .identifier, isExtra: true), .vital("size", .number, isExtra: true),
    .vital("fFamily", .identifier, isExtra: true), .vital("style", .identifier, isExtra: true),
    .vital("w", .number, isExtra: true),
  ]

  /// Other rules cover in point, out point, stretch and transform.
  private static let visualLayer: [Member] = [
    Member("nm", .text), Member("hd", .truth), Member("ind", .integer), Member("parent", .integer),
    Member("ao", .flag), Member("tt", .choice(0b11111)), Member("tp", .integer),
    .extra("st", .number), .extra("td", .flag), .extra("ddd", .flag), .extra("bm", .integer),
    .extra("ef", .list(.effect)), .extra("sy", .list(.style)),
  ]

  static let transformMembers: [Member] = [
    Member("a", .property(.position)), Member("p", .property(.splittable)),
    Member("r", .property(.scalar)), Member("s", .property(.vector)),
    Member("o", .property(.scalar)), Member("sk", .property(.scalar)),
    Member("sa", .property(.scalar)), .extra("rx", .property(.scalar)),
    .extra("ry", .property(.scalar)), .extra("rz", .property(.scalar)),
    .extra("or", .property(.vector)),
  ]
}
