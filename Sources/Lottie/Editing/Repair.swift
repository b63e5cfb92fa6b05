extension JSONDocument {
  /// Adds what players need and After Effects writes, and writes anew what some do not read.
  ///
  /// See `AnimationEdit.repair`; `before` is what was repaired before the text was JSON.
  func repairing(_ before: [RepairKind: Int]) -> EditStep {
    var limits = CheckLimits()
    limits.maxLayers = nodeCount
    var repair = Repair(Animation(self, limits: limits), before)
    repair.addLayerStarts()
    repair.markImages()
    repair.addTransforms()
    repair.addMaskValues()
    repair.addRepeaterValues()
    repair.addTextOptions()
    repair.nameDashes()
    repair.setHolds()
    repair.addEasing()
    repair.setFlags()
    repair.addMissing()
    repair.dropUnread()
    repair.keepRotations()
    repair.moveEarly()
    repair.settleKeyframes()
    repair.relatePaths()
    repair.shortenNumbers()
    return EditStep(change: .repaired(repair.counts), splices: repair.splices)
  }
}

/// What a repair adds, replaces, removes or moves.
package enum RepairKind: String, Sendable, CaseIterable {
  /// The byte-order mark before the text.
  case byteOrderMark = "byte-order-mark"
  /// A comma with nothing after it.
  case trailingComma = "trailing-comma"
  /// `st` of a layer.
  case layerStart = "layer-start"
  /// `hasMask` of a layer with masks.
  case maskFlag = "mask-flag"
  /// `ddd` of a layer that turns, before its transform.
  case flatFlag = "flat-flag"
  /// `u` of an image.
  case imageFolder = "image-folder"
  /// `e` of an embedded image.
  case imageFlag = "image-flag"
  /// The transform of a group.
  case groupTransform = "group-transform"
  /// `o` of the transform of a group.
  case groupOpacity = "group-opacity"
  /// A transform outside of groups that does what its layer's transform does.
  case strayTransform = "stray-transform"
  /// `o` and `x` of a mask.
  case maskValue = "mask-value"
  /// `o` of a repeater, and `so` and `eo` of its transform.
  case repeaterValue = "repeater-value"
  /// `m` of a trim.
  case trimMode = "trim-mode"
  /// `lc` and `lj` of a gradient stroke.
  case lineEnd = "line-end"
  /// `ir` and `is` of a polygon.
  case polygonRadius = "polygon-radius"
  /// `p` and `m` of a text, and `tr` of its documents.
  case textOption = "text-option"
  /// `dr` of a marker.
  case markerLength = "marker-length"
  /// `nm` of a dash, gap or offset that shares it with another one of the same stroke.
  case dashName = "dash-name"
  /// `i` and `o` of a keyframe.
  case easing
  /// `i` and `o` of a last keyframe.
  case lastHandle = "last-handle"
  /// A value with one keyframe.
  case loneKeyframe = "lone-keyframe"
  /// `h` of a keyframe, written as a truth value.
  case hold
  /// `hd`, written as a number.
  case hiddenFlag = "hidden-flag"
  /// A solid's colour with three digits.
  case colourDigits = "colour-digits"
  /// A member that is null.
  case null
  /// A member that players have to read before others.
  case order
  /// A path whose tangents are points.
  case absolutePath = "absolute-path"
  /// A whole number that is written with a fraction.
  case wholeNumber = "whole-number"
}

/// The splices of a repair.
struct Repair {
  let animation: Animation
  private(set) var counts: [RepairKind: Int]
  /// What is added at the end of containers.
  private var additions: [NodeID: [String]] = [:]
  /// What is added at the beginning of objects.
  private var heads: [NodeID: [String]] = [:]
  /// What replaces values.
  private(set) var replacements: [NodeID: String] = [:]
  /// The values that go, by their containers.
  private var removals: [NodeID: Set<NodeID>] = [:]
  /// Parts of values that go.
  private var cuts: [Splice] = []

  var json: JSONDocument { animation.json }

  init(_ animation: Animation, _ counts: [RepairKind: Int]) {
    (self.animation, self.counts) = (animation, counts)
  }

  /// All splices in the order of the text; of one inside another, the outer.
  var splices: [Splice] {
    let removed = removals.flatMap { container, values in
      json.cuts(from: container, where: values.contains)
    }
    let replaced = replacements.map { Splice(json.range(of: $0), Array($1.utf8)) }
    let all = (removed + added + replaced + cuts).sorted { left, right in
      guard left.range.lowerBound == right.range.lowerBound else {
        return left.range.lowerBound < right.range.lowerBound
      }
      // What is inserted there, then the longest, in which the others are.
      return left.range.isEmpty != right.range.isEmpty
        ? left.range.isEmpty : left.range.count > right.range.count
    }
    var kept: [Splice] = []
    var end = 0
    for splice in all {
      // At the end of one that was kept, another may begin; inside of it, nothing is left.
      guard splice.range.lowerBound >= end else { continue }
      kept.append(splice)
      end = splice.range.upperBound
    }
    return kept
  }

  private var added: [Splice] {
    Set(additions.keys).union(heads.keys).flatMap { container -> [Splice] in
      let gone = removals[container] ?? []
      let last = json.children(of: container).map(\.value).last { !gone.contains($0) }
      let start = json.range(of: container).lowerBound + 1
      let (first, rest) = (heads[container] ?? [], additions[container] ?? [])
      guard let last else { return [Splice(at: start, (first + rest).joined(separator: ","))] }
      var splices: [Splice] = []
      if !first.isEmpty { splices.append(Splice(at: start, first.joined(separator: ",") + ",")) }
      if !rest.isEmpty {
        let end = json.range(of: last).upperBound
        splices.append(Splice(at: end, "," + rest.joined(separator: ",")))
      }
      return splices
    }
  }

  /// Adds a value at the end of a container, for a copy of which nobody is told what changed.
  mutating func add(_ text: String, to container: NodeID) {
    additions[container, default: []].append(text)
  }

  mutating func count(_ kind: RepairKind) { counts[kind, default: 0] += 1 }

  /// Adds a value at the end of a list.
  mutating func append(_ text: String, to list: NodeID, _ kind: RepairKind) {
    additions[list, default: []].append(text)
    count(kind)
  }

  /// Gives a member of an object a value: adds it, or replaces the one it has.
  mutating func set(_ name: String, of object: NodeID, to value: String, _ kind: RepairKind) {
    if let old = json.member(named: name, of: object) {
      replacements[old] = value
    } else {
      additions[object, default: []].append("\"\(name)\":\(value)")
    }
    count(kind)
  }

  mutating func replace(_ value: NodeID, by text: String, _ kind: RepairKind) {
    replacements[value] = text
    count(kind)
  }

  /// Replaces a value without counting it: it is a part of what is counted.
  mutating func rewrite(_ value: NodeID, _ text: String) { replacements[value] = text }

  /// Removes a member of an object, if it is there.
  mutating func remove(_ value: NodeID?, from object: NodeID, _ kind: RepairKind) {
    guard let value, replacements[value] == nil,
      removals[object, default: []].insert(value).inserted
    else { return }
    count(kind)
  }

  /// Removes all members of that name from an object; returns how many there were.
  @discardableResult
  mutating func removeAll(named name: String, from object: NodeID, _ kind: RepairKind) -> Int {
    let found = json.members(of: object).filter { key, _ in
      json.slice(of: key)?.elementsEqual(name.utf8) == true
    }
    for (_, value) in found { remove(value, from: object, kind) }
    return found.count
  }

  /// Removes bytes within a value.
  mutating func cut(_ range: Range<Int>) {
    if !range.isEmpty { cuts.append(Splice(range)) }
  }

  /// Puts a member first in its object, if it is a string or a number.
  mutating func moveFirst(_ name: String, _ value: NodeID, in object: NodeID, _ kind: RepairKind) {
    guard json.kind(of: value) == .string || json.kind(of: value) == .number else { return }
    guard removals[object, default: []].insert(value).inserted else { return }
    let whole = json.double(of: value).flatMap { Int(exactly: $0) }
    let text = whole.map { String($0) } ?? String(decoding: json.written(value), as: UTF8.self)
    addFirst("\"\(name)\":\(text)", to: object, kind)
  }

  /// Adds a member at the beginning of an object.
  mutating func addFirst(_ member: String, to object: NodeID, _ kind: RepairKind) {
    heads[object, default: []].append(member)
    count(kind)
  }

  /// Whether a member is missing, or null.
  func lacks(_ key: JSONKey, _ object: NodeID) -> Bool {
    animation.member(key, of: object).map(json.kind) ?? .null == .null
  }
}
