/// The type of an item in a shape layer.
package enum ShapeType: Int, NamedKind {
  /// Items with a common transform.
  case group
  /// A path of curves.
  case path
  /// A rectangle.
  case rectangle
  /// An ellipse.
  case ellipse
  /// A star or polygon.
  case star
  /// One colour inside.
  case fill
  /// One colour along the line.
  case stroke
  /// Colours that change inside.
  case gradientFill
  /// Colours that change along the line.
  case gradientStroke
  /// A path without a fill, in Bodymovin's older files.
  case noFill
  /// The transform of a group.
  case transform
  /// The part of a path that is drawn.
  case trim
  /// Copies of the items before it.
  case repeater
  /// Several paths merged.
  case merge
  /// Corners made round.
  case roundedCorners
  /// A path moved outwards or inwards.
  case offset
  /// A path bloated or drawn in.
  case puckerBloat
  /// A path twisted about its middle.
  case twist
  /// A path made a zigzag.
  case zigZag

  /// The type for Bodymovin's `ty`, or nil.
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
