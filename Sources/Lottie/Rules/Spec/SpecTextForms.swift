// Texts, fonts, glyphs, effects and styles: the specification describes none of them, or not what
// is in them, and decoders read them all the same.
extension SpecForm {
  static func fontMembers(_ name: Name) -> [Member] {
    switch name {
    case .fonts: [.vital("list", .list(.font), isExtra: true)]
    case .font:
      [
        .extra("fName", .text), .extra("fFamily", .text), .extra("fStyle", .text),
        .extra("ascent", .number).read(by: .android),
      ]
    case .glyph:
      [
        .vital("ch", .text, isExtra: true), .vital("size", .number, isExtra: true),
        .vital("fFamily", .text, for: both, isExtra: true),
        .vital("style", .text, for: both, isExtra: true), .vital("w", .number, isExtra: true),
        .extra("data", .object(.glyphData)).lenient,
      ]
    case .glyphShape: [.vital("ty", .text, for: both, isExtra: true)]
    default: [.extra("shapes", .typed(.shapes)).lenient]
    }
  }

  static func textMembers(_ name: Name) -> [Member] {
    switch name {
    case .text:
      [
        .vital("d", .object(.textProperty), isExtra: true),
        .vital("a", .list(.animator), isExtra: true),
        .extra("p", .object(.textPath)).read(by: []).neededByWeb,
        .extra("m", .object(.textOptions)).read(by: []).neededByWeb,
      ]
    case .textProperty: [.vital("k", .keyframes(.textKeyframe), for: both, isExtra: true)]
    case .textKeyframe:
      [.vital("s", .object(.textDocument), isExtra: true), .vital("t", .number, isExtra: true)]
    case .textDocument: textDocument
    case .textPath:
      [.extra("m", .number).read(by: []).with(textPath)]
        + textPath.map { .extra($0, .property(.scalar)).read(by: []) }
    case .textOptions: [.extra("a", .property(.position)).read(by: []).neededByWeb]
    case .animator:
      [
        .vital("s", .object(.selector), isExtra: true),
        .vital("a", .object(.animatedText), isExtra: true),
      ]
    case .selector:
      [
        .extra("s", .property(.scalar)).lenient, .extra("e", .property(.scalar)).lenient,
        .extra("o", .property(.scalar)).read(by: .android),
        .extra("r", .integer).read(by: .android),
        .extra("a", .property(.scalar)).read(by: []).neededByWeb,
      ] + ["ne", "sm", "xe"].map { .extra($0, .property(.scalar)).read(by: []) }
    default: animatedText
    }
  }

  /// What is read of a path that a text follows.
  private static let textPath = ["a", "f", "l", "p", "r"]

  private static let animatedText: [Member] =
    [.extra("o", .property(.scalar)).lenient]
    + [
      Member("t", .property(.scalar)), Member("sw", .property(.scalar)),
      Member("fc", .property(.colour)), Member("sc", .property(.colour)),
    ].map { $0.undescribed.read(by: .android) }
    + ["a", "p", "s"].map { .extra($0, .property(.position)).read(by: []) }
    + ["r", "rx", "ry", "sk", "sa", "fh", "fs", "fb"].map {
      .extra($0, .property(.scalar)).read(by: [])
    }

  private static let textDocument: [Member] = [
    .vital("s", .number, isExtra: true).neededByWeb.readByWeb, .vital("f", .text, isExtra: true),
    .vital("t", .text, isExtra: true).neededByWeb,
    .vital("j", .strictChoice(0b111_1111, .ios), isExtra: true),
    .vital("tr", .integer, isExtra: true), .extra("lh", .number).read(by: .android),
    .extra("ls", .number), .extra("fc", .numbers(3)).read(by: .android),
    .extra("sc", .numbers(3)).read(by: .android), .extra("sz", .numbers(2)).read(by: .android),
    .extra("ps", .numbers(2)).read(by: .android), .extra("sw", .number).read(by: .android),
    .extra("of", .truth).read(by: .android),
  ]

  /// lottie-android reads the name of an effect, and inside it if it is a blur or a shadow.
  static func effectMembers(_ name: Name) -> [Member] {
    let type = Member.vital("ty", .integer, isExtra: true)
    return switch name {
    case .effect:
      [
        type, .extra("nm", .text).read(by: .android),
        .extra("ef", .typed(.effectValues(.otherValue))).read(by: .ios).lenient.neededByWeb,
      ]
    case .blur: [type, .extra("ef", .typed(.effectValues(.blurValue))).lenient.neededByWeb]
    case .shadow: [type, .extra("ef", .typed(.effectValues(.shadowValue))).lenient.neededByWeb]
    case .numberValue: [.vital("v", .property(.scalar), isExtra: true)]
    case .colourValue: [.vital("v", .property(.colour), isExtra: true)]
    case .switchValue: [.extra("v", .property(.scalar)).read(by: []).neededByWeb]
    case .pointValue: [.extra("v", .property(.position)).read(by: []).neededByWeb]
    case .groupValue: [.extra("ef", .array).read(by: []).neededByWeb]
    case .blurValue: [.extra("ty", .integer).read(by: .android)]
    case .shadowValue: [.extra("nm", .text).read(by: .android)]
    case .shadowStyle:
      [
        type, .vital("c", .property(.colour), isExtra: true),
        .vital("o", .property(.scalar), isExtra: true),
        .vital("a", .property(.scalar), isExtra: true),
        .vital("s", .property(.scalar), isExtra: true),
        .vital("d", .property(.scalar), isExtra: true),
      ]
    case .style: [type]
    default: []
    }
  }
}
