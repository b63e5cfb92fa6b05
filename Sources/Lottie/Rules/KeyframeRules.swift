extension Rule {
  static let keyframeNone = Rule(
    "keyframe.none", breaks: .all, reason: "Players read the first keyframe of an animated value.",
    remedy: "give the value a keyframe or make it static",
    source: "lottie-spec 1.0.1, properties")
  static let keyframeForm = Rule(
    "keyframe.form", breaks: .all, reason: "Players that take one keyframe for granted take all.",
    remedy: "let the list hold keyframes only",
    source: "airbnb/lottie-ios#2545")
  static let keyframeTime = Rule(
    "keyframe.time", breaks: .all, reason: "Players sort and search keyframes by their time.",
    remedy: "give the keyframe its time, \"t\", as a number of frames",
    source: "lottie-spec 1.0.1, properties/base-keyframe")
  static let keyframeOrder = Rule(
    "keyframe.order", breaks: .all, reason: "Players search keyframes in order, and hang or jump.",
    remedy: "sort the keyframes by time",
    source: "lottie-spec 1.0.1, properties: keyframes are in ascending order")
  static let keyframeEasing = Rule(
    "keyframe.easing", disturbs: [.rlottie, .telegram],
    reason: "rlottie draws nothing if the handles are missing.",
    remedy: "export with easing handles \"i\" and \"o\", or hold the keyframe with \"h\": 1",
    source: "tried with rlottie 0.1")
  static let keyframeRepeated = Rule(
    "keyframe.repeated-time", disturbs: .drawing,
    reason: "Players that divide by the time between two keyframes jump, or show nothing.",
    remedy: "remove one of the two, or hold the one before with \"h\": 1",
    source: "lottie-spec 1.0.1, properties: keyframes are in ascending order")
  static let keyframeEffect = Rule(
    "keyframe.effect-time", disturbs: .web, reason: "Web players skip the effect or stop.",
    remedy: "remove the effect or give the keyframe its time",
    source: "lottie-web reads effects; the others do not")
}

extension RuleFunction {
  static let keyframes = [
    RuleFunction(.keyframeNone) { animation, findings in
      let json = animation.json
      for property in animation.survey.properties {
        guard json.kind(of: property.value) == .array,
          json.next(after: property.value) == json.nodeAfter(property.value),
          animation.number("a", of: property.node) == 1
        else { continue }
        findings.add(.keyframeNone, at: property.value, "An animated value has no keyframe")
      }
    },
    RuleFunction(
      .keyframeForm, .keyframeTime, .keyframeOrder, .keyframeEasing, .keyframeRepeated,
      .keyframeEffect, run: keyframes),
  ]

  private static func keyframes(_ animation: Animation, _ findings: inout FindingSink) {
    let effects = EffectRanges(animation)
    let json = animation.json
    for property in animation.survey.properties where property.isAnimated {
      let isInEffect = effects.contain(property.node)
      var last: Double?
      var unevenAt: NodeID?
      var next = json.nodeAfter(property.value)
      let end = json.next(after: property.value)
      while next < end {
        let keyframe = next
        next = json.next(after: keyframe)
        guard json.kind(of: keyframe) == .object else {
          findings.add(.keyframeForm, at: keyframe, "A list of keyframes holds something else")
          break
        }
        let members = KeyframeMembers(keyframe, json)
        guard let node = members.time, let time = json.double(of: node) else {
          findings.add(
            isInEffect ? .keyframeEffect : .keyframeTime, at: keyframe, "A keyframe has no time")
          break
        }
        if let last, time < last {
          findings.add(
            .keyframeOrder, at: node,
            "A keyframe at \(SafeText.shown(time)) follows one at \(SafeText.shown(last))")
          break
        }
        if time == last {
          findings.add(
            .keyframeRepeated, at: node, "Two keyframes stand at \(SafeText.shown(time))")
        }
        if let unevenAt {
          findings.add(.keyframeEasing, at: unevenAt, "The keyframe has no easing handles")
          break
        }
        last = time
        if members.lackEasing(json) { unevenAt = keyframe }
      }
    }
  }

}

/// The members of a keyframe, found in one pass; of two of one name, the first.
private struct KeyframeMembers {
  private(set) var time: NodeID?
  private var start: NodeID?
  private var hold: NodeID?
  private var easingIn: NodeID?
  private var easingOut: NodeID?

  init(_ keyframe: NodeID, _ json: JSONDocument) {
    var key = json.nodeAfter(keyframe)
    let end = json.next(after: keyframe)
    while key < end {
      let value = json.nodeAfter(key)
      switch json.key(of: key) {
      case "t": time = time ?? value
      case "s": start = start ?? value
      case "h": hold = hold ?? value
      case "i": easingIn = easingIn ?? value
      case "o": easingOut = easingOut ?? value
      default: break
      }
      key = json.next(after: value)
    }
  }

  /// Whether the keyframe, if it is not the last, leaves players without a curve.
  func lackEasing(_ json: JSONDocument) -> Bool {
    if easingIn != nil, easingOut != nil { return false }
    if hold.flatMap(json.double) == 1 { return false }
    // A text's keyframes are whole documents, and nothing moves between them.
    return start.map(json.kind) != .object
  }
}

/// Where the effects of layers stand: values there concern the players that know effects only.
struct EffectRanges {
  private var starts: [NodeID] = []
  private var ends: [NodeID] = []

  init(_ animation: Animation) {
    for layer in animation.layers {
      guard let effects = layer.members.effects else { continue }
      starts.append(effects)
      ends.append(animation.json.next(after: effects))
    }
  }

  /// Whether a node is part of an effect; layers, and so their effects, are in order.
  func contain(_ node: NodeID) -> Bool {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= node { low = middle + 1 } else { high = middle }
    }
    return low > 0 && node < ends[low - 1]
  }
}
