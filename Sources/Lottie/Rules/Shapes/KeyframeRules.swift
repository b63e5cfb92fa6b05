extension Rule {
  static let keyframeNone = Rule(
    "keyframe.none", breaks: .all, reason: "Players read the first keyframe of an animated value.",
    remedy: "give the value a keyframe or make it static",
    source: "lottie-spec 1.0.1, properties")
  static let keyframeForm = Rule(
    "keyframe.form", breaks: .all, reason: "Players that find one keyframe expect only keyframes.",
    remedy: "put only keyframes in the list",
    source: "airbnb/lottie-ios#2545")
  static let keyframeTime = Rule(
    "keyframe.time", disturbs: .all,
    reason: "Players sort keyframes by their time, and take 0 or a default if there is none.",
    remedy: "give the keyframe its time, \"t\", as a number of frames",
    source: "lottie-spec 1.0.1, properties/base-keyframe")
  static let keyframeOrder = Rule(
    "keyframe.order", breaks: .all, reason: "Players search keyframes in order, and hang or jump.",
    remedy: "sort the keyframes by time",
    source: "lottie-spec 1.0.1, properties: keyframes are in ascending order")
  static let keyframeEasing = Rule(
    "keyframe.easing", breaks: .web, disturbs: [.rlottie, .telegram],
    reason: "lottie-web throws if the handles are missing, and rlottie draws nothing.",
    remedy: "export with easing handles \"i\" and \"o\", or make it a hold keyframe with \"h\": 1",
    source: "lottie-web 5.12.2, interpolateValue; tried with rlottie 0.1")
  static let keyframeLast = Rule(
    "keyframe.last-handles", disturbs: [.rlottie, .telegram],
    reason: "rlottie takes the last keyframe for one more step, to a value that is not there: 0.",
    remedy: "remove \"i\" and \"o\" from the last keyframe",
    source: "rlottie 0.1, lottieparser.cpp: parseKeyFrame; Bodymovin before 5.7.14 writes them")
  static let keyframeRepeated = Rule(
    "keyframe.repeated-time", disturbs: .drawing,
    reason: "Players that divide by the time between two keyframes jump, or show nothing.",
    remedy: "remove one of the two, or make the earlier one a hold keyframe with \"h\": 1",
    source: "lottie-spec 1.0.1, properties: keyframes are in ascending order")
}

extension Animation {
  func keyframes(_ findings: inout FindingSink) {
    // No player draws layer styles, and slots are only read where a property has none of its own.
    let slots = member("slots", of: .root).map { [$0..<json.next(after: $0)] } ?? []
    let styles = layers.compactMap { $0.members.styles.map { $0..<json.next(after: $0) } }
    let idle = NodeRanges(slots + styles)
    for property in survey.properties {
      let isIdle = property.isAnimated && idle.contain(property.node)
      json.keyframes(of: property, isIdle: isIdle, &findings)
    }
  }
}

extension Animation {
  func lastKeyframes(_ findings: inout FindingSink) {
    for property in survey.properties where property.isAnimated {
      guard let last = json.lastElement(of: property.value), json.keepsHandles(last) else {
        continue
      }
      findings.add(.keyframeLast, at: last, "The last keyframe has easing handles")
    }
  }
}

extension JSONDocument {
  /// Whether a keyframe, which is the last one, has handles towards a next one.
  func keepsHandles(_ keyframe: NodeID) -> Bool {
    kind(of: keyframe) == .object && member("i", of: keyframe) != nil
      && number("h", of: keyframe) != 1
  }

  /// The last element of an array, or nil.
  func lastElement(of array: NodeID) -> NodeID? {
    var last: NodeID?
    for element in elements(of: array) { last = element }
    return last
  }

  fileprivate func keyframes(
    of property: Property, isIdle: Bool, _ findings: inout FindingSink
  ) {
    guard property.isAnimated else {
      if kind(of: property.value) == .array, firstElement(of: property.value) == nil,
        number("a", of: property.node) == 1
      {
        findings.add(.keyframeNone, at: property.value, "An animated value has no keyframe")
      }
      return
    }
    var last: Double?
    var uneven: NodeID?
    for keyframe in elements(of: property.value) {
      guard kind(of: keyframe) == .object else {
        findings.add(.keyframeForm, at: keyframe, "A list of keyframes contains something else")
        return
      }
      guard let node = member("t", of: keyframe), let time = double(of: node) else {
        findings.add(.keyframeTime, at: keyframe, "A keyframe has no time")
        return
      }
      if let last, time < last {
        findings.add(
          .keyframeOrder, at: node,
          "A keyframe at \(SafeText.shown(time)) follows one at \(SafeText.shown(last))")
        return
      }
      if time == last {
        findings.add(.keyframeRepeated, at: node, "Two keyframes are at \(SafeText.shown(time))")
      }
      if let uneven {
        findings.add(.keyframeEasing, at: uneven, "The keyframe has no easing handles")
        return
      }
      last = time
      if !isIdle, lacksEasing(keyframe) { uneven = keyframe }
    }
  }

  /// Whether a keyframe, if it is not the last, leaves players without a curve.
  func lacksEasing(_ keyframe: NodeID) -> Bool {
    if member("i", of: keyframe) != nil, member("o", of: keyframe) != nil { return false }
    if number("h", of: keyframe) == 1 { return false }
    // A text's keyframes are whole documents, and nothing moves between them.
    return member("s", of: keyframe).map(kind) != .object
  }
}

/// Parts of the text that do not overlap.
struct NodeRanges {
  private let ranges: [Range<NodeID>]

  init(_ ranges: [Range<NodeID>]) { self.ranges = ranges.sorted { $0.lowerBound < $1.lowerBound } }

  /// Whether a node is in one of them.
  func contain(_ node: NodeID) -> Bool {
    let after = ranges.partition { $0.lowerBound > node }
    return after > 0 && ranges[after - 1].contains(node)
  }
}

extension Animation {
  /// The effects of layers: their values concern only players that support effects.
  var effectRanges: NodeRanges {
    NodeRanges(layers.compactMap { $0.members.effects.map { $0..<json.next(after: $0) } })
  }
}

extension Array {
  /// The position of the first element that is `high`, as all after it are; `count` if none is.
  func partition(where isHigh: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isHigh(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
