/// The text of a text layer, as decoders read it.
enum DecoderTextBase {
  static let text = DecoderPlace.object(
    [
      ("d", .object(("k", .items([keyframe(0), keyframe(20)])))),
      ("p", .object(place, more: ["m": .number])),
      ("m", .object(("g", .value("1")), ("a", DecoderBase.vector))),
      ("a", .list(of: animator)),
    ], more: [:])

  private static let place: [(name: String, place: DecoderPlace)] =
    ["f", "l", "r", "a", "p"].map { ($0, DecoderBase.scalar) }

  private static func keyframe(_ time: Int) -> DecoderPlace {
    .object(("s", document), ("t", .value("\(time)")))
  }

  private static let document = DecoderPlace.object(
    [
      ("s", .value("9")), ("f", .value(#""A""#)), ("t", .value(#""a""#)), ("j", .value("1")),
      ("tr", .number), ("lh", .value("9")), ("ls", .number), ("fc", .numbers(3)),
    ],
    more: [
      "sz": .items([.value("200"), .value("100")]), "ps": .numbers(2), "sc": .numbers(3),
      "sw": .value("1"), "of": .truth,
      "ca": .number,
    ])

  private static let animator = DecoderPlace.object(
    [
      (
        "s",
        .object(
          [
            ("t", .number), ("s", scalar), ("e", scalar), ("o", scalar), ("a", scalar),
            ("r", .value("1")),
          ], more: ["xe": scalar, "ne": scalar, "sm": scalar])
      ),
      (
        "a",
        .object(
          [],
          more: [
            "o": scalar, "t": scalar, "sw": scalar, "fc": DecoderBase.colour,
            "sc": DecoderBase.colour, "p": DecoderBase.vector,
          ])
      ),
    ], more: ["nm": .text])
  private static let scalar = DecoderBase.scalar
}
