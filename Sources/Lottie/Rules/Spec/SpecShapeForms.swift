extension SpecForm {
  /// The members of each kind of shape, by the position of its type.
  static let shapes: [SpecForm] = ShapeType.allCases.map { SpecForm(common + members($0)) }

  private static let common: [Member] = [Member("nm", .text), Member("hd", .truth)]

  private static func members(_ type: ShapeType) -> [Member] {
    switch type {
    case .group: [.vital("it", .array, isExtra: true), Member("np", .number)]
    case .path: [.vital("ks", .property(.bezier)), direction]
    case .rectangle: placed + [Member("r", .property(.scalar)), direction]
    case .ellipse: placed + [direction]
    case .star:
      [
        .vital("p", .property(.position)), .vital("or", .property(.scalar)),
        .required("os", .property(.scalar)), .vital("pt", .property(.scalar)),
        .vital("r", .property(.scalar)), Member("sy", .strictChoice(0b110)),
        Member("ir", .property(.scalar)), Member("is", .property(.scalar)), direction,
      ]
    case .fill:
      [
        .vital("c", .property(.colour)), .vital("o", .property(.scalar)),
        Member("r", .choice(0b110)),
      ]
    case .stroke:
      [.vital("c", .property(.colour)), .vital("o", .property(.scalar))] + line
    case .gradientFill: gradient + [Member("r", .choice(0b110))]
    case .gradientStroke: gradient + line
    case .transform: transformMembers
    case .trim:
      [
        .vital("s", .property(.scalar)), .vital("e", .property(.scalar)),
        .vital("o", .property(.scalar)), Member("m", .strictChoice(0b110)),
      ]
    case .repeater:
      [
        .vital("c", .property(.scalar), isExtra: true), .extra("o", .property(.scalar)),
        .extra("m", .integer), .vital("tr", .object(.repeaterTransform), isExtra: true),
      ]
    case .roundedCorners: [.vital("r", .property(.scalar), isExtra: true)]
    case .merge: [.extra("mm", .integer)]
    case .puckerBloat: [.extra("a", .property(.scalar))]
    case .twist: [.extra("a", .property(.scalar)), .extra("c", .property(.position))]
    case .zigZag:
      [
        .extra("s", .property(.scalar)), .extra("r", .property(.scalar)),
        .extra("pt", .property(.scalar)),
      ]
    case .offset: [.extra("a", .property(.scalar)), .extra("lj", .integer)]
    case .noFill: []
    }
  }

  private static let direction = Member("d", .choice(0b1010))
  private static let placed: [Member] = [
    .vital("p", .property(.position)), .vital("s", .property(.vector)),
  ]
  private static let line: [Member] = [
    .vital("w", .property(.scalar)), Member("lc", .strictChoice(0b1110)),
    Member("lj", .strictChoice(0b1110)), Member("ml", .number), Member("ml2", .property(.scalar)),
    Member("d", .list(.dash)),
  ]
  private static let gradient: [Member] = [
    .vital("o", .property(.scalar)), .vital("g", .object(.gradient)),
    .vital("s", .property(.position)), .vital("e", .property(.position)),
    .required("t", .choice(0b110)), Member("h", .property(.scalar)),
    Member("a", .property(.scalar)),
  ]
}
