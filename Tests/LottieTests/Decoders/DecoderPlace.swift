/// A place of a small animation, for rows that name a place and a change: as much as makes it
/// valid, and whatever lies on the way to the place that a row names.
///
/// The steps of a way are the names of members, `[…]` for an item of a list, and `#` for an element
/// of an array of numbers.
indirect enum DecoderPlace: Sendable {
  /// A value as JSON, in which no row names a part.
  case value(String)
  /// The members that are always there, and those that are there if the way leads through them.
  case object([(name: String, place: DecoderPlace)], more: [String: DecoderPlace])
  /// The items that are there if the way does not lead into the list, and the item of a step.
  case list([DecoderPlace], @Sendable (Substring) -> DecoderPlace?)
  /// The items that are always there, and the item of a step, after them.
  case listAfter([DecoderPlace], @Sendable (Substring) -> DecoderPlace?)
  /// Items of which `[kf]` and other steps name the first, and `[kf+]` the second.
  case items([DecoderPlace])
  /// A value that may be animated: its static value, and the value that keyframes start and end at.
  case property(DecoderPlace, inKeyframe: DecoderPlace)
  /// A place that no decoder knows: a number, or what the way needs.
  case unread

  static let number = value("0")
  static let text = value(#""y""#)
  static let truth = value("true")

  static func object(_ members: (String, DecoderPlace)...) -> DecoderPlace {
    .object(members.map { (name: $0.0, place: $0.1) }, more: [:])
  }

  static func numbers(_ count: Int) -> DecoderPlace {
    .items(Array(repeating: .number, count: count))
  }

  /// The coordinates of a vector: two or three.
  case vector
  /// The components of a colour: three or four.
  case colour

  static func list(of place: DecoderPlace) -> DecoderPlace { .list([]) { _ in place } }
}

/// The text of an animation in which one place is changed.
struct DecoderDocument {
  /// A way that leads to a place that the animation cannot have.
  struct NoSuchPlace: Error {
    let step: Substring
  }

  /// The value at the end of the way.
  enum Change {
    /// The valid one.
    case none
    /// None at all.
    case deletion
    case value(String)
  }

  /// How an exporter writes what may be written in several ways.
  struct Writing {
    /// Whether the last of several keyframes has no start value, as Bodymovin before 5.5 wrote it.
    var endsBare = false
    /// Whether every keyframe but the last has an end value, as that wrote it too.
    var hasEnds = false
    /// Whether arrays of numbers are as short as players allow.
    var isShort = true
  }

  let change: Change
  let writing: Writing

  /// The text of a place; nil if it is to be left out.
  ///
  /// `way` is nil beside the way to the place that is changed.
  func text(_ place: DecoderPlace, _ way: ArraySlice<Substring>?) throws -> String? {
    if way?.isEmpty == true {
      switch change {
      case .none: break
      case .deletion: return nil
      case .value(let text): return text
      }
    }
    let step = way?.first
    let rest = way?.dropFirst()
    switch place {
    case .value(let text):
      if let step { throw NoSuchPlace(step: step) }
      return text
    case .object(let members, let more):
      var members = members
      if let step, !members.contains(where: { $0.name == step }) {
        members.append((String(step), more[String(step)] ?? .unread))
      }
      let texts = try members.compactMap { name, place in
        try text(place, step.map { $0 == name } == true ? rest : nil).map { "\"\(name)\":\($0)" }
      }
      return "{\(texts.joined(separator: ","))}"
    case .list(let usual, let item):
      guard let step else { return try text(.items(usual), nil) }
      guard let place = item(step.dropFirst().dropLast()) else { throw NoSuchPlace(step: step) }
      return try text(.items([place]), way)
    case .listAfter(let usual, let item):
      var texts = try usual.map { try text($0, nil) }
      if let step {
        guard let place = item(step.dropFirst().dropLast()) else { throw NoSuchPlace(step: step) }
        texts.append(try text(place, rest))
      }
      return "[\(texts.compactMap(\.self).joined(separator: ","))]"
    case .items(let places):
      let target = step.map { $0 == "[kf+]" ? 1 : 0 }
      if let step, let target, target >= places.count { throw NoSuchPlace(step: step) }
      let texts = try places.indices.compactMap { position in
        try text(places[position], position == target ? rest : nil)
      }
      return "[\(texts.joined(separator: ","))]"
    case .colour: return try text(.numbers(writing.isShort ? 3 : 4), way)
    case .vector: return try text(.numbers(writing.isShort ? 2 : 3), way)
    case .property(let value, let inKeyframe):
      return try text(property(value, inKeyframe, way), way)
    case .unread:
      guard let step else { return "1" }
      let isItem = step.hasPrefix("[") || step == "#"
      return try text(isItem ? .items([.unread, .unread]) : .object([], more: [:]), way)
    }
  }

  private func property(
    _ value: DecoderPlace, _ inKeyframe: DecoderPlace, _ way: ArraySlice<Substring>?
  ) -> DecoderPlace {
    let steps = way ?? []
    if let step = steps.first, ["s", "x", "y", "z"].contains(step) {
      let coordinate = DecoderPlace.property(.number, inKeyframe: .numbers(1))
      return .object(
        [
          (name: "s", place: .truth), (name: "x", place: coordinate),
          (name: "y", place: coordinate),
        ],
        more: ["z": coordinate])
    }
    guard steps.first == "k", let step = steps.dropFirst().first else {
      return .object(("a", .number), ("k", value))
    }
    if step == "#", case .value = value {
      return .object(("a", .number), ("k", .numbers(1)))
    }
    guard step.hasPrefix("[kf") else { return .object(("a", .number), ("k", value)) }
    let isLegacy = writing.hasEnds || writing.endsBare
    let end: [(name: String, place: DecoderPlace)] = isLegacy ? [("e", inKeyframe)] : []
    let handle = DecoderPlace.object(
      ("x", .numbers(writing.isShort ? 1 : 3)), ("y", .numbers(writing.isShort ? 1 : 3)))
    func keyframe(_ time: Int) -> DecoderPlace {
      .object(
        [
          (name: "t", place: .value("\(time)")), (name: "s", place: inKeyframe),
          (name: "i", place: handle), (name: "o", place: handle), (name: "ti", place: .vector),
        ] + end, more: ["h": .number, "to": .vector])
    }
    var keyframes = [keyframe(0), keyframe(20)]
    if step == "[kf]", writing.endsBare { keyframes.removeLast() }
    keyframes.append(
      writing.endsBare
        ? .object(("t", .value("40"))) : .object(("t", .value("40")), ("s", inKeyframe)))
    return .object(("a", .value("1")), ("k", .items(keyframes)))
  }
}
