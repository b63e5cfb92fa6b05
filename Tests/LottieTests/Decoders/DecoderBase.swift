/// A small valid animation for each place that a decoder's verdicts name.
enum DecoderBase {
  private typealias Place = DecoderPlace
  private typealias Member = (name: String, place: DecoderPlace)

  /// The animation that has the place at the end of the way.
  static func animation(for way: [Substring]) -> DecoderPlace {
    let asset: Place? =
      switch way.dropFirst().first {
      case "[0]": composition
      case "[2]": image
      case "[6]": sound
      default: nil
      }
    let isComposition = way.first == "assets" && way.last == "fr"
    return .object(
      [
        ("v", .value(#""5.7.4""#)), ("fr", .value("60")), ("ip", .number), ("op", .value("60")),
        ("w", .value("512")), ("h", .value("512")),
        ("assets", .list(asset.map { [$0] } ?? []) { _ in isComposition ? composition : image }),
        ("fonts", .object(("list", .list([font]) { _ in font }))),
        (
          "layers",
          .listAfter([solid]) { layer($0, isMasked: way.contains("masksProperties")) }
        ),
      ],
      more: [
        "nm": .text, "markers": .list(of: marker), "chars": .list(of: glyph), "slots": slots,
      ])
  }

  /// The way to a place from the top of the animation: rows leave out where shapes are.
  static func way(to path: String) -> [Substring] {
    let steps = path.split(separator: "/")
    let outer: [Substring]
    let inner: ArraySlice<Substring>
    if steps.first == "shapes" {
      outer = ["layers", "[4]", "shapes"]
      inner = steps.dropFirst()
    } else if steps.starts(with: ["chars", "shapes"]) {
      outer = ["chars", "[]", "data", "shapes"]
      inner = steps.dropFirst(2)
    } else {
      return steps
    }
    let isInGroup = inner.first == "[tr]" || outer.first == "chars" && inner.first != "[gr]"
    guard let item = inner.first, isInGroup else { return outer + inner }
    return outer + ["[gr]", "it", item] + inner.dropFirst()
  }

  private static let composition = Place.object(
    [("id", .value(#""c""#)), ("layers", .list([layer("3", [])]) { layer($0) })], more: [:])
  private static let image = Place.object(
    [
      ("id", .value(#""i""#)), ("w", .value("1")), ("h", .value("1")), ("u", .value(#""""#)),
      (
        "p",
        .value(
          #""data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7""#)
      ), ("e", .value("1")),
    ], more: ["nm": .text])
  private static let sound = Place.object(
    ("id", .value(#""s""#)), ("u", .value(#""""#)), ("p", .value(#""data:audio/mp3;base64,AAAA""#)),
    ("e", .value("1")))
  private static let font = Place.object(
    [
      ("fName", .value(#""A""#)), ("fFamily", .value(#""Arial""#)), ("fStyle", .value(#""Bold""#)),
      ("ascent", .value("70")), ("origin", .number),
    ], more: ["fPath": .value(#""""#), "fClass": .value(#""""#), "fWeight": .value(#""""#)])
  private static let marker = Place.object(
    ("tm", .number), ("cm", .text), ("dr", .value("9")))
  private static let slots = Place.object(
    [],
    more: [
      "ball_color": slot(colour), "ball_opacity": slot(scalar), "bezier": slot(bezier),
      "bg_color": slot(colour), "c1": slot(colour), "check_color": slot(colour),
      "color": slot(colour), "opacity": slot(scalar), "rotation": slot(scalar),
      "scale": slot(vector), "sdf": slot(vector),
    ])
  private static func slot(_ value: DecoderPlace) -> DecoderPlace { .object(("p", value)) }
  private static let glyph = Place.object(
    ("ch", .value(#""a""#)), ("size", .value("9")), ("style", .value(#""Bold""#)),
    ("w", .value("9")), ("fFamily", .value(#""Arial""#)),
    ("data", .object(("shapes", shapes([shape("gr")])))))
}

extension DecoderBase {
  private static func layer(_ type: Substring, _ own: [Member]) -> DecoderPlace {
    var members: [Member] = [
      ("ty", .value(String(type))), ("ind", .value("1")), ("ip", .number), ("op", .value("60")),
      ("st", .number),
    ]
    if type != "6" { members.append(("ks", .object(companions, more: transform))) }
    return .object(members + own, more: layerMembers)
  }

  private static let solid = layer(
    "1", [("sw", .value("9")), ("sh", .value("9")), ("sc", .value(##""#ff0000""##))])

  private static func layer(_ type: Substring, isMasked: Bool = false) -> DecoderPlace? {
    let own: [Member]? =
      switch type {
      case "0": [("refId", .value(#""c""#)), ("w", .value("512")), ("h", .value("512"))]
      case "1": [("sw", .value("9")), ("sh", .value("9")), ("sc", .value(##""#ff0000""##))]
      case "2": [("refId", .value(#""i""#))]
      case "4", "4.0": [("shapes", shapes([]))]
      case "5": [("t", DecoderTextBase.text), ("masksProperties", .list([mask]) { _ in mask })]
      case "6": [("refId", .value(#""s""#))]
      case "13": [("pe", scalar)]
      case "3": []
      default: nil
      }
    let flag: [Member] = isMasked || type == "5" ? [("hasMask", .value("true"))] : []
    return own.map { layer(type, $0 + flag) }
  }

  private static let layerMembers: [String: Place] = [
    "nm": .text, "ddd": .number, "sr": .value("1"), "ao": .number, "bm": .number, "hd": .truth,
    "parent": .value("2"), "tt": .value("1"), "tp": .value("2"), "td": .value("1"),
    "hasMask": .value("false"), "masksProperties": .list(of: mask), "ef": .list([]) { effect($0) },
    "sy": .list(of: style), "tm": scalar, "ct": .number, "cl": .text, "ln": .text,
  ]

  private static let mask = Place.object(
    [
      ("mode", .value(#""a""#)), ("inv", .value("false")), ("pt", bezier), ("o", scalar),
      ("x", scalar),
    ], more: ["nm": .text])
  private static let style = Place.object(
    [
      ("ty", .value("1")), ("c", colour), ("o", scalar), ("a", scalar), ("s", scalar),
      ("d", scalar),
    ], more: ["ch": scalar, "bm": scalar, "no": scalar, "lc": scalar, "nm": .text])
  private static let transform: [String: Place] = [
    "a": vector, "p": vector, "s": vector, "r": scalar, "o": scalar, "sk": scalar, "sa": scalar,
    "rx": scalar, "ry": scalar, "rz": scalar, "or": vector, "so": scalar, "eo": scalar,
  ]

  /// What lottie-web reads with a rotation about another axis and with a skew.
  private static let companions: [Member] = [
    ("ry", scalar), ("rz", scalar), ("or", vector), ("sa", scalar),
  ]

  private static let repeated = Place.object(
    [
      ("a", vector), ("p", vector), ("s", vector), ("r", scalar), ("so", scalar), ("eo", scalar),
    ] + companions, more: transform)

  private static func effect(_ type: Substring) -> DecoderPlace {
    .object(
      [
        ("ty", .value(String(type))), ("nm", .text),
        ("ef", .listAfter(effectValues) { effectValue($0) }),
      ], more: ["mn": .text])
  }

  /// As many values as lottie-web reads of any effect.
  private static let effectValues = Array(repeating: effectValue("0"), count: 36)

  private static func effectValue(_ type: Substring) -> DecoderPlace {
    let value: (name: String, place: DecoderPlace) =
      switch type {
      case "2": ("Shadow Color", colour)
      case "3": ("Point", vector)
      case "6": ("", .number)
      case "7": ("Shadow Only", scalar)
      default: ("Distance", scalar)
      }
    return .object(
      ("ty", .value(String(type))), ("nm", .value("\"\(value.name)\"")), ("v", value.place))
  }

  static let scalar = DecoderPlace.property(.number, inKeyframe: .numbers(1))
  static let vector = DecoderPlace.property(.vector, inKeyframe: .vector)
  static let colour = DecoderPlace.property(.colour, inKeyframe: .colour)
  private static let gradientColours = Place.property(.numbers(8), inKeyframe: .numbers(8))
  private static let points = Place.items([.numbers(2), .numbers(2)])
  private static let path = Place.object(
    ("i", points), ("o", points), ("v", points), ("c", .truth))
  private static let bezier = Place.property(path, inKeyframe: .items([path]))
}

extension DecoderBase {
  private static func shapes(_ usual: [DecoderPlace]) -> DecoderPlace {
    .list(usual) { shape($0) }
  }

  private static func shape(_ type: Substring) -> DecoderPlace {
    .object(
      [("ty", .value("\"\(type)\""))] + shapeMembers(type),
      more: transform.merging(
        [
          "nm": .text, "hd": .truth, "r": .value("1"), "fillEnabled": .truth,
          "d": type == "st" || type == "gs" ? .list(of: dash) : .value("1"),
          "ml": type == "op" ? scalar : .value("4"), "ml2": scalar, "lc": .value("1"),
          "lj": .value("1"),
        ]) { type == "tr" ? $0 : $1 })
  }

  private static func shapeMembers(_ type: Substring) -> [Member] {
    switch type {
    case "gr": [("it", shapes([shape("tr")]))]
    case "tr": [("o", scalar)] + companions
    case "sh": [("ks", bezier)]
    case "rc": [("p", vector), ("s", vector), ("r", scalar), ("d", .value("1"))]
    case "el": [("p", vector), ("s", vector), ("d", .value("1"))]
    case "sr":
      [
        ("sy", .value("1")), ("p", vector), ("r", scalar), ("pt", scalar), ("or", scalar),
        ("os", scalar), ("ir", scalar), ("is", scalar), ("d", .value("1")),
      ]
    case "fl": [("c", colour), ("o", scalar)]
    case "st": [("c", colour), ("o", scalar), ("w", scalar)]
    case "gf": gradient
    case "gs": gradient + [("w", scalar), ("lc", .value("1")), ("lj", .value("1"))]
    case "tm": [("s", scalar), ("e", scalar), ("o", scalar), ("m", .value("1"))]
    case "rp": [("c", scalar), ("o", scalar), ("m", .value("1")), ("tr", repeated)]
    case "mm": [("mm", .value("1"))]
    case "rd": [("r", scalar)]
    case "zz": [("s", scalar), ("r", scalar), ("pt", scalar)]
    case "pb": [("a", scalar)]
    case "op": [("a", scalar), ("ml", scalar)]
    default: []
    }
  }

  private static let gradient: [Member] = [
    ("o", scalar), ("s", vector), ("e", vector), ("t", .value("1")), ("h", scalar), ("a", scalar),
    ("g", .object(("p", .value("2")), ("k", gradientColours))),
  ]
  private static let dash = Place.object(
    [("n", .value(#""d""#)), ("v", scalar)], more: ["nm": .text])
}
