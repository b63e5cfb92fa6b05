// How far a file conforms to lottie-spec 1.0.1: which members objects have, and the kind of each
// value. Objects are visited by role: layers, shapes, properties. Violations of the schema alone
// are notes, values that players cannot read are errors; nothing here knows what values mean.
extension Rule {
  static let structureKind = Rule(
    "structure.kind", breaks: .drawing, disturbs: .spec,
    reason: "Players that expect one type of value stop at another.",
    remedy: "export it again with Bodymovin",
    source: "lottie-spec 1.0.1; lottie-ios and lottie-android throw, rlottie asserts")
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
    "structure.incomplete", breaks: .ios, disturbs: .drawing.union(.spec),
    reason: "lottie-ios refuses the file, others draw nothing or stop.",
    remedy: "export it again with Bodymovin",
    source: "lottie-spec 1.0.1; lottie-ios, ShapeItem, SolidLayerModel, Asset, FontList, Glyph")
  static let structureChoice = Rule(
    "structure.choice", breaks: [.ios, .android], disturbs: .drawing.union(.spec),
    reason: "lottie-ios and lottie-android accept only a few values here, and stop at any other.",
    remedy: "use one of the values that the specification lists",
    source: "lottie-spec 1.0.1, constants; lottie-android, ShapeStrokeParser; lottie-ios, Stroke")
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
