/// What an item of a shape layer is: the values of `ty` that Bodymovin writes for shapes.
package enum ShapeType: String, Sendable, CaseIterable {
  /// Items with a transform of their own.
  case group = "gr"
  /// A path of curves.
  case path = "sh"
  /// A rectangle.
  case rectangle = "rc"
  /// An ellipse.
  case ellipse = "el"
  /// A star or polygon.
  case star = "sr"
  /// One colour inside.
  case fill = "fl"
  /// One colour along the line.
  case stroke = "st"
  /// Colours that change inside.
  case gradientFill = "gf"
  /// Colours that change along the line.
  case gradientStroke = "gs"
  /// A path without a fill, in Bodymovin's older files.
  case noFill = "no"
  /// The transform of a group.
  case transform = "tr"
  /// The part of a path that is drawn.
  case trim = "tm"
  /// Copies of what stands before it.
  case repeater = "rp"
  /// Paths as one.
  case merge = "mm"
  /// Corners made round.
  case roundedCorners = "rd"
  /// A path moved outwards or inwards.
  case offset = "op"
  /// A path bloated or drawn in.
  case puckerBloat = "pb"
  /// A path twisted about its middle.
  case twist = "tw"
  /// A path made a zigzag.
  case zigZag = "zz"

  /// The type in one word, as reports show it.
  package var name: String {
    switch self {
    case .group: "group"
    case .path: "path"
    case .rectangle: "rectangle"
    case .ellipse: "ellipse"
    case .star: "star"
    case .fill: "fill"
    case .stroke: "stroke"
    case .gradientFill: "gradient-fill"
    case .gradientStroke: "gradient-stroke"
    case .noFill: "no-fill"
    case .transform: "transform"
    case .trim: "trim"
    case .repeater: "repeater"
    case .merge: "merge"
    case .roundedCorners: "rounded-corners"
    case .offset: "offset"
    case .puckerBloat: "pucker-bloat"
    case .twist: "twist"
    case .zigZag: "zig-zag"
    }
  }
}

extension ShapeType {
  private static let byCode = Dictionary(
    uniqueKeysWithValues: allCases.map { (JSONKey($0.rawValue.utf8), $0) })

  /// The type of that name, or nil.
  init?(_ name: JSONKey) {
    guard let type = Self.byCode[name] else { return nil }
    self = type
  }
}

extension JSONDocument {
  /// The shape type that a string names, or nil.
  func shapeType(of node: NodeID) -> ShapeType? {
    kind(of: node) == .string ? ShapeType(key(of: node)) : nil
  }
}
