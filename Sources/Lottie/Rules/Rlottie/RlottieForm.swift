/// The kind of value that rlottie expects.
///
/// Its parser reads values one after the other and rejects the file at the first of another kind
/// (rlottie 0.1, src/lottie/lottieparser.cpp).
enum RlottieValue {
  /// Digits alone, within 32 bits.
  case integer
  case number
  case string
  case flag
  /// A string or an integer.
  case identifier
  /// A string or an array of strings.
  case names
  /// The member is not expected here at all.
  case refused
  case object(RlottieForm)
  /// An array of objects.
  case objects(RlottieForm)
  /// A number, or an array of keyframes; an array of numbers ends parsing early.
  case scalar
  /// An array of numbers, or one of keyframes.
  case vector(keyframe: RlottieForm)
  /// A path, or an array of keyframes.
  case path
  /// A number or an array that holds numbers.
  case scalarAtTime
  /// An array of numbers.
  case vectorAtTime
  /// A path, or an array of exactly one.
  case pathAtTime
  /// An array of arrays of numbers.
  case points
}

/// The objects that rlottie reads; it skips the values of all other members.
///
/// Members with a rule for all players are left out: the top level, and a layer's type and span.
enum RlottieForm: Int, CaseIterable {
  case marker, asset, layer, mask, shape
  case group, rectangle, ellipse, star, pathShape
  case fill, stroke, gradientFill, gradientStroke, gradient, dash
  case trim, repeater, repeaterTransform
  case transform, flatTransform, position
  case scalarProperty, pointProperty, listProperty, pathProperty
  case scalarKeyframe, pointKeyframe, listKeyframe, pathKeyframe
  case handle, bezier

  typealias Member = (key: JSONKey, value: RlottieValue)

  /// The expected kind of a member's value; nil if it is skipped.
  @inline(__always)
  func value(of key: JSONKey) -> RlottieValue? {
    for member in Self.tables[rawValue] where member.key == key { return member.value }
    return nil
  }

  /// The only member whose name is too long for a key, and what is expected of it; nil: none.
  var longMember: (name: String, value: RlottieValue)? {
    self == .fill || self == .stroke ? ("fillEnabled", .flag) : nil
  }

  /// The form of a shape of a type, or nil if rlottie skips all of it.
  init?(_ type: ShapeType) {
    switch type {
    case .group: self = .group
    case .path: self = .pathShape
    case .rectangle: self = .rectangle
    case .ellipse: self = .ellipse
    case .star: self = .star
    case .fill: self = .fill
    case .stroke: self = .stroke
    case .gradientFill: self = .gradientFill
    case .gradientStroke: self = .gradientStroke
    case .transform: self = .flatTransform
    case .trim: self = .trim
    case .repeater: self = .repeater
    case .noFill, .merge, .roundedCorners, .offset, .puckerBloat, .twist, .zigZag: return nil
    }
  }

  private static let tables: [[Member]] = allCases.map(\.members)

  private var members: [Member] {
    switch self {
    case .marker: [("cm", .string), ("tm", .number), ("dr", .number)]
    case .asset: Self.assetMembers
    case .layer: Self.layerMembers
    case .mask: [("inv", .flag), ("mode", .string), ("pt", .object(.pathProperty)), ("o", .float)]
    // Which members a shape has depends on its type.
    case .shape: []
    case .group: [("nm", .string), ("it", .objects(.shape))]
    case .rectangle: Self.outline + [("p", .point), ("s", .point), ("r", .float)]
    case .ellipse: Self.outline + [("p", .point), ("s", .point)]
    case .star: Self.starMembers
    case .pathShape: Self.outline + [("ks", .object(.pathProperty))]
    case .fill: Self.paint + Self.colour + [("r", .integer)]
    case .stroke: Self.paint + Self.colour + Self.line
    case .gradientFill: Self.paint + Self.blend + [("r", .integer)]
    case .gradientStroke: Self.paint + Self.blend + Self.line
    case .gradient: [("k", .object(.listProperty)), ("p", .integer)]
    case .dash: [("v", .float)]
    case .trim: Self.named + [("s", .float), ("e", .float), ("o", .float), ("m", .integer)]
    case .repeater:
      Self.named + [("c", .float), ("o", .float), ("tr", .object(.repeaterTransform))]
    case .repeaterTransform: Self.placing + [("so", .float), ("eo", .float)]
    case .transform: Self.transformMembers + Self.angles.map { ($0, .float) }
    case .flatTransform: Self.transformMembers + Self.angles.map { ($0, .refused) }
    case .position:
      [("k", .vector(keyframe: .pointKeyframe)), ("s", .flag), ("x", .float), ("y", .float)]
    case .scalarProperty: [("k", .scalar)]
    case .pointProperty: [("k", .vector(keyframe: .pointKeyframe))]
    case .listProperty: [("k", .vector(keyframe: .listKeyframe))]
    case .pathProperty: [("k", .path)]
    case .scalarKeyframe: Self.easing + [("s", .scalarAtTime), ("e", .scalarAtTime)]
    case .pointKeyframe: Self.pointKeyframeMembers
    case .listKeyframe: Self.easing + [("s", .vectorAtTime), ("e", .vectorAtTime)]
    case .pathKeyframe: Self.easing + [("s", .pathAtTime), ("e", .pathAtTime)]
    case .handle: [("x", .scalarAtTime), ("y", .scalarAtTime)]
    case .bezier: [("i", .points), ("o", .points), ("v", .points), ("c", .flag)]
    }
  }
}

extension RlottieValue {
  fileprivate static let float = RlottieValue.object(.scalarProperty)
  fileprivate static let point = RlottieValue.object(.pointProperty)
}

extension RlottieForm {
  private static let assetMembers: [Member] = [
    ("w", .integer), ("h", .integer), ("p", .string), ("u", .string), ("e", .integer),
    ("id", .identifier),
  ]
  private static let layerMembers: [Member] = [
    ("nm", .string), ("ind", .integer), ("ddd", .integer), ("parent", .integer),
    ("refId", .string), ("tm", .float), ("st", .number), ("bm", .integer),
    ("ks", .object(.transform)), ("shapes", .objects(.shape)), ("w", .integer), ("h", .integer),
    ("sw", .integer), ("sh", .integer), ("sc", .string), ("tt", .integer), ("hasMask", .flag),
    ("ao", .integer), ("hd", .flag),
  ]
  private static let named: [Member] = [("nm", .string), ("hd", .flag)]
  private static let outline: [Member] = named + [("d", .integer)]
  private static let starMembers: [Member] =
    outline + [
      ("p", .point), ("sy", .integer), ("pt", .float), ("ir", .float), ("is", .float),
      ("or", .float), ("os", .float), ("r", .float),
    ]
  private static let paint: [Member] = named + [("o", .float)]
  private static let colour: [Member] = [("c", .object(.listProperty))]
  private static let line: [Member] = [
    ("w", .float), ("lc", .integer), ("lj", .integer), ("ml", .number), ("d", .objects(.dash)),
  ]
  private static let blend: [Member] = [
    ("t", .integer), ("s", .point), ("e", .point), ("h", .float), ("a", .float),
    ("g", .object(.gradient)),
  ]
  private static let placing: [Member] = [
    ("a", .point), ("p", .point), ("s", .point), ("r", .float),
  ]
  private static let transformMembers: [Member] =
    named + [
      ("a", .point), ("p", .object(.position)), ("s", .point), ("r", .float), ("o", .float),
    ]
  private static let angles: [JSONKey] = ["rx", "ry", "rz"]
  private static let easing: [Member] = [
    ("i", .object(.handle)), ("o", .object(.handle)), ("n", .names), ("h", .integer),
  ]
  private static let pointKeyframeMembers: [Member] =
    easing + [
      ("s", .vectorAtTime), ("e", .vectorAtTime), ("ti", .vectorAtTime), ("to", .vectorAtTime),
    ]
}
