/// Follows rlottie's parser over a document and finds where it would give up.
///
/// It keeps a list of pending nodes instead of recursing.
struct RlottieReading {
  private let json: JSONDocument
  private var pending: [(node: NodeID, value: RlottieValue)] = []
  private var findings: FindingSink

  /// Reports what rlottie could not read.
  static func check(_ animation: Animation, _ findings: inout FindingSink) {
    var reading = RlottieReading(json: animation.json, findings: findings)
    for asset in animation.assets { reading.read(asset.node, .object(.asset)) }
    for layer in animation.layers { reading.read(layer.node, .object(.layer)) }
    if let markers = animation.member("markers", of: .root) {
      reading.read(markers, .objects(.marker))
    }
    findings = reading.findings
  }

  private mutating func read(_ node: NodeID, _ value: RlottieValue) {
    pending.append((node, value))
    while let next = pending.popLast() { readOne(next.node, next.value) }
  }

  private mutating func readOne(_ node: NodeID, _ value: RlottieValue) {
    let kind = json.kind(of: node)
    switch value {
    case .integer: readInteger(node)
    case .number: require(kind == .number, "a number", at: node)
    case .string: require(kind == .string, "a string", at: node)
    case .flag: require(kind == .yes || kind == .no, "true or false", at: node)
    case .identifier where kind == .number: readInteger(node)
    case .identifier: require(kind == .string, "a string or an integer", at: node)
    case .names: require(kind == .string || holds(.string, node), "a name", at: node)
    case .refused:
      findings.add(.rlottieRotation, at: node, "The transform turns in three dimensions")
    case .object(let form):
      if kind == .object { readMembers(of: node, form) } else { refuse("an object", at: node) }
    case .objects(let form): readObjects(in: node, form, or: "an array of objects")
    case .scalar:
      if kind != .number { readObjects(in: node, .scalarKeyframe, or: "a number or keyframes") }
    case .vector(let keyframe):
      if !holds(.number, node) { readObjects(in: node, keyframe, or: "numbers or keyframes") }
    case .path:
      if kind == .object {
        readMembers(of: node, .bezier)
      } else {
        readObjects(in: node, .pathKeyframe, or: "a path or keyframes")
      }
    case .scalarAtTime:
      let isList = holds(.number, node) && json.count(of: node) > 0
      require(kind == .number || isList, "a number", at: node)
    case .vectorAtTime: require(holds(.number, node), "an array of numbers", at: node)
    case .pathAtTime: readPathAtTime(node)
    case .points:
      let isList = kind == .array && json.elements(of: node).allSatisfy { holds(.number, $0) }
      require(isList, "an array of points", at: node)
    }
  }

  private mutating func readInteger(_ node: NodeID) {
    guard json.kind(of: node) == .number else { return refuse("an integer", at: node) }
    guard json.integer(of: node) == nil || !json.isWrittenAsInteger(node) else { return }
    let text = shown(node)
    findings.add(.rlottieInteger, at: node, "\(text) is not an integer of 32 bits")
  }

  private mutating func readObjects(in node: NodeID, _ form: RlottieForm, or expected: String) {
    guard holds(.object, node) else { return refuse(expected, at: node) }
    for element in json.elements(of: node) { pending.append((element, .object(form))) }
  }

  private mutating func readPathAtTime(_ node: NodeID) {
    if json.kind(of: node) == .object {
      readMembers(of: node, .bezier)
    } else if json.count(of: node) == 1 {
      readObjects(in: node, .bezier, or: "a path")
    } else {
      refuse("a path", at: node)
    }
  }

  private mutating func readMembers(of object: NodeID, _ form: RlottieForm) {
    if form == .shape {
      readShape(object)
    } else if form == .layer {
      readLayer(object)
    } else if form == .position {
      readPosition(object)
    } else if form == .handle {
      readHandle(object)
    } else {
      for (key, value) in json.members(of: object) { readMember(key, value, form) }
    }
  }

  private mutating func readMember(_ key: NodeID, _ node: NodeID, _ form: RlottieForm) {
    if let value = form.value(of: json.key(of: key)) {
      pending.append((node, value))
    } else if let (name, value) = form.longMember,
      json.slice(of: key)?.elementsEqual(name.utf8) == true
    {
      pending.append((node, value))
    }
  }

  /// The type tells how to read the members after it; those before it are skipped.
  private mutating func readShape(_ shape: NodeID) {
    var form: RlottieForm?
    for (key, value) in json.members(of: shape) {
      if let form {
        readMember(key, value, form)
      } else if json.key(of: key) == "ty" {
        guard let type = json.shapeType(of: value) else { return }
        form = RlottieForm(type)
        guard form != nil else { return }
      }
    }
  }

  /// Without `ddd` before the transform, rlottie treats a layer as three-dimensional.
  private mutating func readLayer(_ layer: NodeID) {
    var isFlat = false
    for (key, value) in json.members(of: layer) {
      let name = json.key(of: key)
      if name == "ks", isFlat {
        pending.append((value, .object(.flatTransform)))
        continue
      }
      if name == "ddd" { isFlat = json.double(of: value) == 0 }
      readMember(key, value, .layer)
      if name == .unpackable, json.string(of: key) == Self.masksName {
        pending.append((value, .objects(.mask)))
      }
    }
  }

  private static let masksName = Array("masksProperties".utf8)

  /// Separate coordinates count only after `s` has announced them.
  private mutating func readPosition(_ position: NodeID) {
    var isSplit = false
    for (key, value) in json.members(of: position) {
      let name = json.key(of: key)
      if name == "s" { isSplit = true }
      if isSplit || (name != "x" && name != "y") {
        readMember(key, value, .position)
      }
    }
  }

  /// Unlike elsewhere, unknown members are not skipped here.
  private mutating func readHandle(_ handle: NodeID) {
    for (key, value) in json.members(of: handle) {
      if RlottieForm.handle.value(of: json.key(of: key)) == nil {
        refuse("nothing but \"x\" and \"y\"", at: key)
      }
      readMember(key, value, .handle)
      if json.key(of: key) == "x" { readTime(of: value) }
    }
  }

  /// How far an easing handle may lie outside the time between its keyframes, as a fraction of it,
  /// because exporters round.
  private static let handleTime = -0.01...1.01

  private mutating func readTime(of handle: NodeID) {
    let list = Array(json.elements(of: handle))
    for node in list.isEmpty ? [handle] : list {
      guard let time = json.double(of: node), !Self.handleTime.contains(time) else { continue }
      let text = shown(node)
      findings.add(.rlottieEasing, at: node, "A handle's \"x\" is \(text), outside of 0 to 1")
    }
  }

  /// Whether a node is an array with elements of only that kind.
  private func holds(_ kind: NodeKind, _ node: NodeID) -> Bool {
    json.kind(of: node) == .array
      && json.elements(of: node).allSatisfy { json.kind(of: $0) == kind }
  }

  private mutating func require(_ isRead: Bool, _ expected: String, at node: NodeID) {
    if !isRead { refuse(expected, at: node) }
  }

  private mutating func refuse(_ expected: String, at node: NodeID) {
    let text = shown(node)
    findings.add(.rlottieType, at: node, "rlottie reads \(expected) here and finds \(text)")
  }

  private func shown(_ node: NodeID) -> String {
    SafeText.shown(json.written(node), maxScalars: 24)
  }
}
