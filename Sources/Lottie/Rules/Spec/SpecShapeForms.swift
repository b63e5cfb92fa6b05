extension SpecForm {
  /// The members of each kind of shape, by the position of its type.
  static let shapes: [SpecForm] = ShapeType.allCases.map { type in
    let common = [Member("nm", .text), Member("hd", .truth)]
      .map { $0.read(by: isDecoded(type) && type != .transform ? .android : []) }
    let members = members(type)
    return SpecForm(common + (isDecoded(type) ? members : members.map { $0.read(by: []) }))
  }

  /// Whether the decoders know the shape; they skip others.
  private static func isDecoded(_ type: ShapeType) -> Bool {
    switch type {
    case .group, .path, .rectangle, .ellipse, .star, .fill, .stroke, .gradientFill,
      .gradientStroke, .transform, .trim, .repeater, .merge, .roundedCorners:
      true
    case .noFill, .offset, .puckerBloat, .twist, .zigZag: false
    }
  }

  private static func members(_ type: ShapeType) -> [Member] {
    switch type {
    case .group: [.vital("it", .array, isExtra: true), Member("np", .number).read(by: [])]
    case .path: [.vital("ks", .property(.bezier), for: both), direction.read(by: [])]
    case .rectangle:
      placed + [.vital("r", .property(.scalar), for: both), direction.read(by: [])]
    case .ellipse: placed + [direction]
    case .star:
      [
        .vital("p", .property(.position), for: both),
        .vital("or", .property(.scalar), for: both), .vital("os", .property(.scalar), for: both),
        .vital("pt", .property(.scalar), for: both), .vital("r", .property(.scalar), for: both),
        .vital("sy", .strictChoice(0b110, .ios)).neededByWeb,
        Member("ir", .property(.scalar)).lenient, Member("is", .property(.scalar)).lenient,
        direction,
      ]
    case .fill:
      [
        .vital("c", .property(.colour)), .vital("o", .property(.scalar)), rule,
        .extra("fillEnabled", .truth).read(by: .android),
      ]
    case .stroke:
      [.vital("c", .property(.colour)), .vital("o", .property(.scalar))] + line
    case .gradientFill: gradient + [rule]
    case .gradientStroke:
      gradient + line.map { ["lc", "lj"].contains($0.name) ? $0.neededByAndroid : $0 }
    case .transform: transformMembers.map { $0.name == "o" ? $0.neededByWeb : $0 }
    case .trim:
      [
        .vital("s", .property(.scalar), for: both), .vital("e", .property(.scalar), for: both),
        .vital("o", .property(.scalar), for: both), Member("m", .strictChoice(0b110, both)),
      ]
    case .repeater:
      [
        .extra("c", .property(.scalar)).lenient.neededByWeb,
        .extra("o", .property(.scalar)).lenient.neededByWeb,
        .extra("m", .integer).read(by: []),
        .vital("tr", .object(.repeaterTransform), isExtra: true),
      ]
    case .roundedCorners: [.vital("r", .property(.scalar), for: both, isExtra: true)]
    case .merge: [.vital("mm", .strictChoice(0b11_1110, .ios), isExtra: true)]
    case .puckerBloat: [.extra("a", .property(.scalar)).neededByWeb]
    case .twist: [.extra("a", .property(.scalar)).unread, .extra("c", .property(.position)).unread]
    case .zigZag:
      [
        .extra("s", .property(.scalar)).neededByWeb, .extra("r", .property(.scalar)).neededByWeb,
        .extra("pt", .property(.scalar)).neededByWeb,
      ]
    case .offset:
      [
        .extra("a", .property(.scalar)).neededByWeb, .extra("ml", .property(.scalar)).neededByWeb,
        .extra("lj", .integer),
      ]
    case .noFill: []
    }
  }

  private static let direction = Member("d", .choice(0b1010)).read(by: .android)
  private static let rule = Member("r", .choice(0b110)).read(by: .android)
  private static let placed: [Member] = [
    .vital("p", .property(.position), for: both), .vital("s", .property(.vector), for: both),
  ]
  private static let line: [Member] = [
    .vital("w", .property(.scalar)),
    Member("lc", .strictChoice(0b1110, .android)).read(by: .android),
    Member("lj", .strictChoice(0b1110, .android)).read(by: .android),
    Member("ml", .number).read(by: .android), Member("ml2", .property(.scalar)).unread,
    Member("d", .list(.dash)).read(by: .android),
  ]
  private static let gradient: [Member] = [
    .vital("o", .property(.scalar)), .vital("g", .object(.gradient)),
    .vital("s", .property(.position)), .vital("e", .property(.position)),
    .vital("t", .strictChoice(0b110, .ios)), Member("h", .property(.scalar)).read(by: []),
    Member("a", .property(.scalar)).read(by: []),
  ]
}
