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

  /// Where the type stands among all of them: without a search, because every shape asks.
  var position: Int {
    switch self {
    case .group: 0
    case .path: 1
    case .rectangle: 2
    case .ellipse: 3
    case .star: 4
    case .fill: 5
    case .stroke: 6
    case .gradientFill: 7
    case .gradientStroke: 8
    case .noFill: 9
    case .transform: 10
    case .trim: 11
    case .repeater: 12
    case .merge: 13
    case .roundedCorners: 14
    case .offset: 15
    case .puckerBloat: 16
    case .twist: 17
    case .zigZag: 18
    }
  }

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
  /// The type of that name, or nil.
  init?(_ name: JSONKey) {
    switch name {
    case "gr": self = .group
    case "sh": self = .path
    case "rc": self = .rectangle
    case "el": self = .ellipse
    case "sr": self = .star
    case "fl": self = .fill
    case "st": self = .stroke
    case "gf": self = .gradientFill
    case "gs": self = .gradientStroke
    case "no": self = .noFill
    case "tr": self = .transform
    case "tm": self = .trim
    case "rp": self = .repeater
    case "mm": self = .merge
    case "rd": self = .roundedCorners
    case "op": self = .offset
    case "pb": self = .puckerBloat
    case "tw": self = .twist
    case "zz": self = .zigZag
    default: return nil
    }
  }
}

extension JSONDocument {
  /// The shape type that a string names, or nil.
  func shapeType(of node: NodeID) -> ShapeType? {
    kind(of: node) == .string ? ShapeType(key(of: node)) : nil
  }
}
