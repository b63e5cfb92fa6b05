// How far a file conforms to lottie-spec 1.0.1: which members objects have, and the kind of each
// value. Objects are visited by role: layers, shapes, properties. Violations of the schema alone
// are notes, values that players cannot read are errors; nothing here knows what values mean.
extension Rule {
  /// The rules of a value of another kind, by the players that stop.
  static func kinds(_ stopped: Players) -> [Rule] {
    let isWeb = stopped.contains(.web)
    return switch (stopped.contains(.ios), stopped.contains(.android)) {
    case (true, true): [structureKind]
    case (true, false): isWeb ? [structureKindIOS, structureKindWeb] : [structureKindIOS]
    case (false, true): [isWeb ? structureKindSilent : structureKindAndroid]
    case (false, false): isWeb ? [structureKindWeb] : []
    }
  }
  /// The rules of integers that are none of a few, by the players that stop.
  static let choices: [Players.RawValue: Rule] = [
    Players([.ios, .android]).rawValue: structureChoice, Players.ios.rawValue: structureChoiceIOS,
    Players.android.rawValue: structureChoiceAndroid,
  ]
  /// The rules of missing members, by the players that need them.
  static let incomplete: [(Players, Rule)] = [
    ([.ios, .android], structureIncomplete), ([.ios, .web], structureIncompleteIOSWeb),
    (.ios, structureIncompleteIOS),
    (.android, structureIncompleteAndroid), (.web, structureIncompleteWeb),
  ]

  static let structureKind = Rule(
    "structure.kind", breaks: .drawing, disturbs: .spec,
    reason: "Players that expect one type of value stop at another.",
    remedy: "export it again with Bodymovin",
    source: "lottie-spec 1.0.1; lottie-ios and lottie-android throw, rlottie asserts")
  static let structureKindSilent = Rule(
    "structure.kind-default", breaks: [.android, .web, .rlottie, .telegram],
    disturbs: [.ios, .spec],
    reason: "lottie-ios takes a default in silence, and players that expect another type stop.",
    remedy: "export it again with Bodymovin",
    source: "lottie-ios 4.6.1, Transform and KeyframeData; lottie-android 6.7.1 throws")
  static let structureKindIOS = Rule(
    "structure.kind-ios", breaks: .ios, disturbs: [.web, .rlottie, .telegram, .spec],
    reason: "lottie-ios refuses the file, and lottie-android converts the value.",
    remedy: "write numbers without quotes, and texts in quotes",
    source: "lottie-ios 4.6.1, Dictionary.value(for:); lottie-android 6.7.1, JsonUtf8Reader")
  static let structureKindAndroid = Rule(
    "structure.kind-android", breaks: .android, disturbs: [.rlottie, .telegram, .spec],
    reason: "lottie-android throws at true where it reads a number, and at 1 where it reads true.",
    remedy: "write true or false only where the specification has them",
    source: "lottie-android 6.7.1, JsonUtf8Reader.nextDouble and nextBoolean")
  static let structureKindWeb = Rule(
    "structure.kind-web", breaks: .web, disturbs: [.rlottie, .telegram, .spec],
    reason: "lottie-web looks for keyframes in what is not a number, and throws.",
    remedy: "export it again with Bodymovin",
    source: "tried with lottie-web 5.12.2, PropertyFactory.getProp")
  static let structureQuoted = Rule(
    "structure.number-quoted", disturbs: .drawing,
    reason: "lottie-android reads a number in quotes, lottie-ios takes a default, and others stop.",
    remedy: "write the number without quotes",
    source: "lottie-android 6.7.1, JsonUtf8Reader.nextDouble; tried with lottie-web 5.12.2")
  static let structureNull = Rule(
    "structure.null-read", breaks: [.android, .web, .rlottie, .telegram], disturbs: [.ios, .spec],
    reason: "lottie-ios treats null as a missing member, and the other players stop at it.",
    remedy: "remove the member",
    source: "lottie-android, JsonUtils; lottie-web reads members of it; tried with rlottie 0.1")
  static let structureValue = Rule(
    "structure.value-missing", breaks: .drawing, disturbs: .spec,
    reason: "Players read the member without checking that it exists.",
    remedy: "export it again with Bodymovin",
    source: "lottie-spec 1.0.1, properties; lottie-ios throws, lottie-web reads undefined")
  static let structureIncomplete = Rule(
    "structure.incomplete", breaks: .gift, disturbs: .drawing.union(.spec),
    reason: "lottie-ios refuses the file, and lottie-android and lottie-web throw.",
    remedy: "export it again with Bodymovin",
    source: "lottie-ios 4.6.1, BezierPath, Glyph; lottie-android 6.7.1, ShapeDataParser")
  static let structureIncompleteIOS = Rule(
    "structure.incomplete-ios", breaks: .ios, disturbs: .drawing.union(.spec),
    reason: "lottie-ios refuses the file, others draw nothing or stop.",
    remedy: "export it again with Bodymovin",
    source: "lottie-spec 1.0.1; lottie-ios 4.6.1, SolidLayerModel, TextDocument")
  static let structureIncompleteIOSWeb = Rule(
    "structure.incomplete-ios-web", breaks: [.ios, .web], disturbs: .drawing.union(.spec),
    reason: "lottie-ios refuses the file, and lottie-web throws.",
    remedy: "export it again with Bodymovin",
    source: "lottie-spec 1.0.1; lottie-ios 4.6.1, ShapeItem; tried with lottie-web 5.12.2")
  static let structureIncompleteAndroid = Rule(
    "structure.incomplete-android", breaks: .android, disturbs: .drawing.union(.spec),
    reason: "lottie-android reads the member without checking that it exists.",
    remedy: "export it again with Bodymovin",
    source: "lottie-android 6.7.1, ShapeStrokeParser")
  static let structureIncompleteWeb = Rule(
    "structure.incomplete-web", breaks: .web, disturbs: .drawing.union(.spec),
    reason: "lottie-web reads the member without checking that it exists, and throws.",
    remedy: "export it again with Bodymovin",
    source: "tried with lottie-web 5.12.2; lottie-spec 1.0.1, schema")
  static let structureChoice = Rule(
    "structure.choice", breaks: [.ios, .android], disturbs: .drawing.union(.spec),
    reason: "lottie-ios and lottie-android accept only a few values here, and stop at any other.",
    remedy: "use one of the values that the specification lists",
    source: "lottie-spec 1.0.1, constants; lottie-android, ShapeTrimPathParser; lottie-ios, Trim")
  static let structureChoiceIOS = Rule(
    "structure.choice-ios", breaks: [.ios, .web], disturbs: .drawing.union(.spec),
    reason: "lottie-ios accepts only a few values here, and lottie-web throws at other stars.",
    remedy: "use one of the values that the specification lists",
    source: "lottie-spec 1.0.1, constants; lottie-ios 4.6.1, Star, GradientFill, TextDocument")
  static let structureChoiceAndroid = Rule(
    "structure.choice-android", breaks: .android, disturbs: .drawing.union(.spec),
    reason: "lottie-android looks the value up in a list, and throws outside it.",
    remedy: "use one of the values that the specification lists",
    source: "lottie-spec 1.0.1, constants; lottie-android 6.7.1, ShapeStrokeParser, LayerParser")
  static let structureColour = Rule(
    "structure.colour-code", breaks: .android, disturbs: .drawing.union(.spec),
    reason: "lottie-android throws if it cannot read a colour, others choose one.",
    remedy: "write it as # and six hexadecimal digits",
    source: "lottie-spec 1.0.1, values/hexcolor; lottie-android, LayerParser")
  static let structureComponents = Rule(
    "structure.components", breaks: .drawing,
    reason: "Players read the numbers of a value without checking how many there are.",
    remedy: "give the value all its numbers",
    source: "lottie-spec 1.0.1, values; lottie-android, JsonUtils and ColorParser")
  static let structureSingle = Rule(
    "structure.one-component", breaks: .android, disturbs: .drawing,
    reason: "lottie-android throws where it reads two coordinates and finds one.",
    remedy: "give the value both coordinates",
    source: "lottie-android, JsonUtils.jsonArrayToPoint")
  static let numberInteger = Rule(
    "number.integer", breaks: .android, disturbs: [.ios, .rlottie, .telegram, .spec],
    reason: "lottie-android reads an integer and throws at a fraction.",
    remedy: "write it as a whole number",
    source: "airbnb/lottie-android#956; JsonUtf8Reader.nextInt")
  static let easingByAxis = Rule(
    "feature.easing-by-axis", disturbs: [.rlottie, .telegram],
    reason: "rlottie eases all axes like the first one.",
    remedy: "separate the dimensions, or ease them alike",
    source: "rlottie 0.1, src/lottie/lottieparser.cpp: parseInperpolatorPoint")
  static let specMissing = Rule(
    "spec.missing", reason: "The specification requires the member, but players do not.",
    remedy: "add it if the file has to conform",
    source: "lottie-spec 1.0.1, schema")
  static let specValue = Rule(
    "spec.value", reason: "The specification requires another value, but players accept this one.",
    remedy: "change it if the file has to conform",
    source: "lottie-spec 1.0.1, schema")
  static let specLegacyKeyframe = Rule(
    "spec.legacy-keyframe",
    reason: "Bodymovin before 5.5 wrote keyframes like this; all players read them.",
    remedy: "export it with a newer Bodymovin if the file has to conform",
    source: "lottie-spec 1.0.1, properties/base-keyframe requires \"s\"")
  static let specLegacyProperty = Rule(
    "spec.legacy-property",
    reason: "Older exporters left out \"a\"; players check the value instead.",
    remedy: "export it with a newer Bodymovin if the file has to conform",
    source: "lottie-spec 1.0.1, helpers/slottable-property requires \"a\"")
}
