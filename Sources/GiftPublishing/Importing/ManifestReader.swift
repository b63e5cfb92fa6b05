import GiftDomain
import Lottie

/// Reads a manifest strictly: unknown members are refused with line and column, because a misspelt
/// one would otherwise be silently ignored.
///
/// A null member counts as missing.
struct ManifestReader {
  private static let members: Set<String> = [
    "id", "file", "loop", "segments", "names", "fallback", "price", "category", "order",
    "places", "only", "regions", "tags", "streakable", "note", "publish", "version", "from",
    "until",
    "windows", "retire",
  ]

  private static let windowMembers: Set<String> = [
    "from", "until", "version", "hide", "price", "order",
  ]

  private let json: JSONDocument

  /// Throws `ManifestFault.noJSON`.
  init(_ text: [UInt8]) throws(ManifestFault) {
    var limits = JSONLimits()
    limits.maxBytes = Manifest.maxBytes
    do {
      json = try JSONDocument(reading: text, limits: limits)
    } catch {
      let place = error.place(in: text)
      throw .noJSON(
        ManifestPlace(pointer: "", line: place.line, column: place.column), rule: error.rule.code)
    }
  }

  /// The entries in their order; throws at the first place that is wrong.
  func manifest() throws(ManifestFault) -> Manifest {
    let members = try members(
      of: .root, known: ["$schema", "gifts", "zone", "placements", "categories"])
    // For editors only, but it must be a string.
    _ = try text(members["$schema"])
    guard let list = try elements(of: members["gifts"]) else {
      throw .memberMissing(place(of: .root), name: "gifts")
    }
    guard list.count <= Manifest.maxGifts else { throw .tooManyGifts(list.count) }
    var seen: Set<String> = []
    var entries: [Manifest.Entry] = []
    for node in list {
      let entry = try entry(at: node)
      guard seen.insert(entry.id).inserted else { throw .giftRepeated(entry.id) }
      entries.append(entry)
    }
    return Manifest(
      gifts: entries, zone: try text(members["zone"]),
      placements: try placements(members["placements"]),
      categories: try categories(members["categories"]))
  }

  private func placements(
    _ node: NodeID?
  ) throws(ManifestFault) -> [Manifest.PlacementEntry]? {
    try elements(of: node)?.map { node throws(ManifestFault) in
      let members = try members(of: node, known: ["name", "choose"])
      return Manifest.PlacementEntry(
        name: try needed("name", members, of: node), choose: try needed("choose", members, of: node)
      )
    }
  }

  private func categories(_ node: NodeID?) throws(ManifestFault) -> [Manifest.CategoryEntry]? {
    try elements(of: node)?.map { node throws(ManifestFault) in
      let members = try members(of: node, known: ["id", "names", "fallback", "order"])
      return Manifest.CategoryEntry(
        id: try needed("id", members, of: node), names: try names(members["names"]),
        fallback: try text(members["fallback"]), order: try integer(members["order"]))
    }
  }

  private func needed(
    _ name: String, _ members: [String: NodeID], of node: NodeID
  ) throws(ManifestFault) -> String {
    guard let text = try text(members[name]) else {
      throw .memberMissing(place(of: node), name: name)
    }
    return text
  }

  private func entry(at node: NodeID) throws(ManifestFault) -> Manifest.Entry {
    let members = try members(of: node, known: Self.members)
    return Manifest.Entry(
      id: try needed("id", members, of: node), file: try text(members["file"]),
      playback: try playback(members, of: node),
      definition: try definition(members), plan: try plan(members, of: node))
  }

  private func playback(
    _ members: [String: NodeID], of node: NodeID
  ) throws(ManifestFault) -> WrittenPlayback {
    var playback = WrittenPlayback()
    playback.loop = try loop(members["loop"])
    playback.segments = try segments(members["segments"])
    if playback != WrittenPlayback(), present(members["file"]) == nil {
      throw .memberMissing(place(of: node), name: "file")
    }
    return playback
  }

  private func loop(_ node: NodeID?) throws(ManifestFault) -> WrittenPlayback.Loop? {
    guard let node = present(node) else { return nil }
    switch json.kind(of: node) {
    case .yes: return .whole(true)
    case .no: return .whole(false)
    case .number:
      guard let count = json.double(of: node).flatMap(Int64.init(exactly:)) else {
        throw wrong(node, .loop)
      }
      return .times(count)
    case .string: return try text(node).map { .segment($0) }
    case .object, .array, .key, .null: throw wrong(node, .loop)
    }
  }

  private func segments(_ node: NodeID?) throws(ManifestFault) -> [WrittenPlayback.Segment]? {
    guard let list = try elements(of: node) else { return nil }
    return try list.map { node throws(ManifestFault) in
      let members = try members(of: node, known: ["name", "first", "last"])
      let name = try needed("name", members, of: node)
      guard let first = try number(members["first"]) else {
        throw .memberMissing(place(of: node), name: "first")
      }
      guard let last = try number(members["last"]) else {
        throw .memberMissing(place(of: node), name: "last")
      }
      return WrittenPlayback.Segment(name: name, first: first, last: last)
    }
  }

  private func definition(_ members: [String: NodeID]) throws(ManifestFault) -> WrittenDefinition {
    var definition = WrittenDefinition()
    definition.names = try names(members["names"]) ?? [:]
    definition.fallback = try text(members["fallback"])
    definition.price = try integer(members["price"])
    definition.category = try text(members["category"])
    definition.order = try integer(members["order"])
    definition.places = try texts(members["places"])
    definition.only = try texts(members["only"])
    definition.regions = try texts(members["regions"])
    definition.tags = try texts(members["tags"])
    definition.streakable = try truth(members["streakable"])
    definition.note = try text(members["note"])
    return definition
  }

  private func plan(
    _ members: [String: NodeID], of node: NodeID
  ) throws(ManifestFault) -> Manifest.PlanEntry {
    let plan = Manifest.PlanEntry(
      publish: try truth(members["publish"]), version: try integer(members["version"]),
      from: try text(members["from"]), until: try text(members["until"]),
      windows: try windows(members["windows"]), retire: try text(members["retire"]))
    // A plan that begins at the import would begin again with each import.
    if plan.publish == true, plan.retire != nil, plan.from == nil {
      throw .memberMissing(place(of: node), name: "from")
    }
    let idle = ["from", "until", "version"].compactMap { present(members[$0]) }
    if plan.publish != true, let first = idle.first {
      throw .publishMissing(place(of: first))
    }
    return plan
  }

  private func windows(_ node: NodeID?) throws(ManifestFault) -> [Manifest.WindowEntry]? {
    guard let node, let list = try elements(of: node) else { return nil }
    guard list.count <= Manifest.maxWindows else { throw .tooManyWindows(place(of: node)) }
    return try list.map { node throws(ManifestFault) in
      let members = try members(of: node, known: Self.windowMembers)
      let from = try needed("from", members, of: node)
      let until = try needed("until", members, of: node)
      let hides = try truth(members["hide"])
      let idle = ["version", "price", "order"].compactMap { present(members[$0]) }
      if hides == true, let first = idle.first {
        throw .versionHidden(place(of: first))
      }
      return Manifest.WindowEntry(
        from: from, until: until, version: try integer(members["version"]), hide: hides,
        price: try integer(members["price"]), order: try integer(members["order"]))
    }
  }

  private func names(_ node: NodeID?) throws(ManifestFault) -> [String: String]? {
    guard let node = present(node) else { return nil }
    var names: [String: String] = [:]
    for (locale, value) in try members(of: node, known: nil) {
      guard let name = try text(value) else { throw wrong(value, .text) }
      names[locale] = name
    }
    return names
  }

  private func texts(_ node: NodeID?) throws(ManifestFault) -> [String]? {
    guard let list = try elements(of: node) else { return nil }
    return try list.map { value throws(ManifestFault) in
      guard let text = try text(value) else { throw wrong(value, .text) }
      return text
    }
  }

  /// The members of an object, with `known` and unique names.
  private func members(
    of node: NodeID, known: Set<String>?
  ) throws(ManifestFault) -> [String: NodeID] {
    guard json.kind(of: node) == .object else { throw wrong(node, .object) }
    var members: [String: NodeID] = [:]
    for (key, value) in json.members(of: node) {
      let name = json.text(of: key) ?? ""
      if let known, !known.contains(name) { throw .memberUnknown(place(of: key)) }
      guard members.updateValue(value, forKey: name) == nil else {
        throw .memberRepeated(place(of: key))
      }
    }
    return members
  }

  private func elements(of node: NodeID?) throws(ManifestFault) -> [NodeID]? {
    guard let node = present(node) else { return nil }
    guard json.kind(of: node) == .array else { throw wrong(node, .list) }
    return Array(json.elements(of: node))
  }

  private func text(_ node: NodeID?) throws(ManifestFault) -> String? {
    guard let node = present(node) else { return nil }
    guard json.kind(of: node) == .string, let text = json.text(of: node) else {
      throw wrong(node, .text)
    }
    return text
  }

  /// A whole number in any notation: `10`, `10.0` and `1e1` are equal.
  private func integer(_ node: NodeID?) throws(ManifestFault) -> Int64? {
    guard let node = present(node) else { return nil }
    if let value = Int64(String(decoding: json.written(node), as: UTF8.self)) { return value }
    guard let value = json.double(of: node).flatMap(Int64.init(exactly:)) else {
      throw wrong(node, .wholeNumber)
    }
    return value
  }

  private func number(_ node: NodeID?) throws(ManifestFault) -> Double? {
    guard let node = present(node) else { return nil }
    guard json.kind(of: node) == .number, let value = json.double(of: node), value.isFinite else {
      throw wrong(node, .number)
    }
    return value
  }

  private func truth(_ node: NodeID?) throws(ManifestFault) -> Bool? {
    guard let node = present(node) else { return nil }
    switch json.kind(of: node) {
    case .yes: return true
    case .no: return false
    case .object, .array, .key, .string, .number, .null: throw wrong(node, .truth)
    }
  }

  private func present(_ node: NodeID?) -> NodeID? {
    node.flatMap { json.kind(of: $0) == .null ? nil : $0 }
  }

  private func wrong(_ node: NodeID, _ expected: ManifestFault.Kind) -> ManifestFault {
    .otherKind(place(of: node), expected: expected)
  }

  private func place(of node: NodeID) -> ManifestPlace {
    let place = json.place(of: node)
    return ManifestPlace(pointer: json.pointer(of: node), line: place.line, column: place.column)
  }
}
