import GiftDomain
import Lottie

/// Reads a manifest strictly: unknown members are refused, because a misspelt one would otherwise
/// be silently ignored.
///
/// It goes on after a fault, so that one run finds all of them. What it returns is what is right.
/// A null member counts as missing.
struct ManifestReader {
  private static let members = [
    "id", "file", "loop", "segments", "names", "fallback", "price", "category", "order",
    "places", "only", "regions", "tags", "streakable", "note", "publish", "version", "from",
    "until", "windows", "retire",
  ]

  private static let windowMembers = ["from", "until", "version", "hide", "price", "order"]

  /// The mark of UTF-8 that editors on Windows put before a text, which says nothing.
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private let json: JSONDocument
  /// What is wrong, at most `Manifest.maxFaults` of it.
  private var faults: [ManifestFault] = []
  /// The names that are not used exactly as they are written.
  private(set) var tidied = 0
  /// The id of the gift that is being read, as written.
  private var gift: String?
  private var zone: String?

  /// Throws `ManifestFault.noJSON`.
  init(_ text: [UInt8]) throws(ManifestFault) {
    var limits = JSONLimits()
    limits.maxBytes = Manifest.maxBytes
    let text = text.starts(with: Self.byteOrderMark) ? Array(text.dropFirst(3)) : text
    do {
      json = try JSONDocument(reading: text, limits: limits)
    } catch {
      let place = error.place(in: text)
      throw .noJSON(
        ManifestPlace(gift: nil, pointer: "", line: place.line, column: place.column),
        what: error.detail(in: text))
    }
  }

  /// The entries in their order, and what is wrong, in the order of the text.
  ///
  /// Throws `ManifestFault.tooManyGifts`, and what leaves no list of gifts.
  mutating func manifest() throws(ManifestFault) -> (Manifest, faults: [ManifestFault]) {
    let members = members(
      of: .root, known: ["$schema", "gifts", "zone", "placements", "categories"])
    // For editors only, but it must be a string.
    _ = text(members["$schema"])
    zone = text(members["zone"])
    guard let list = elements(of: members["gifts"]) else {
      throw faults.first ?? .memberMissing(place(of: .root), name: "gifts")
    }
    guard list.count <= Manifest.maxGifts else { throw .tooManyGifts(list.count) }
    let (placements, categories) = groups(members)
    var seen: Set<String> = []
    var entries: [Manifest.Entry] = []
    for node in list {
      guard let entry = entry(at: node) else { continue }
      if seen.insert(entry.id).inserted {
        entries.append(entry)
      } else {
        gift = entry.id
        note(.giftRepeated(place(of: node)))
        gift = nil
      }
    }
    return (
      Manifest(gifts: entries, zone: zone, placements: placements, categories: categories),
      faults.sorted { $0.position < $1.position }
    )
  }

  // MARK: - Placements and categories

  private mutating func groups(
    _ members: [String: NodeID]
  ) -> (placements: [Manifest.PlacementEntry]?, categories: [Manifest.CategoryEntry]?) {
    let placements = elements(of: members["placements"])
    let categories = elements(of: members["categories"])
    return (
      placements.map { $0.compactMap { self.placement(at: $0) } },
      categories.map { $0.compactMap { self.category(at: $0) } }
    )
  }

  private mutating func placement(at node: NodeID) -> Manifest.PlacementEntry? {
    let members = members(of: node, known: ["name", "choose"])
    guard
      let name = valid(
        members["name"], needed("name", members, of: node) { $0.text($1) }, PlacementName.init(_:)),
      let choose = valid(
        members["choose"], needed("choose", members, of: node) { $0.text($1) },
        PlacementChoice.init(named:))
    else { return nil }
    return Manifest.PlacementEntry(name: name, choose: choose)
  }

  private mutating func category(at node: NodeID) -> Manifest.CategoryEntry? {
    let members = members(of: node, known: ["id", "names", "fallback", "order"])
    guard
      let id = valid(
        members["id"], needed("id", members, of: node) { $0.text($1) }, Category.init(_:))
    else {
      return nil
    }
    return Manifest.CategoryEntry(
      id: id, names: names(members["names"]),
      fallback: valid(members["fallback"], text(members["fallback"]), LocaleTag.init(_:)),
      order: valid(members["order"], integer(members["order"]), Order.init(_:)))
  }

  // MARK: - Gifts

  private mutating func entry(at node: NodeID) -> Manifest.Entry? {
    gift = json.members(of: node).first { json.text(of: $0.key) == "id" }
      .flatMap { json.kind(of: $0.value) == .string ? json.text(of: $0.value) : nil }
    defer { gift = nil }
    let members = members(of: node, known: Self.members)
    let id = valid(members["id"], needed("id", members, of: node) { $0.text($1) }, GiftID.init(_:))
    let file = text(members["file"])
    let playback = playback(members, of: node)
    let definition = definition(members, of: node)
    let plan = plan(members, of: node)
    guard let id else { return nil }
    return Manifest.Entry(
      id: id, file: file, playback: playback, definition: definition, plan: plan)
  }

  private mutating func playback(_ members: [String: NodeID], of node: NodeID) -> WrittenPlayback {
    var playback = WrittenPlayback()
    playback.loop = loop(members["loop"])
    playback.segments = segments(members["segments"])
    if playback != WrittenPlayback(), present(members["file"]) == nil {
      note(.memberMissing(place(of: node), name: "file"))
    }
    return valid(node, playback) { written throws(DomainError) in try written.patch() }
      ?? WrittenPlayback()
  }

  private mutating func loop(_ node: NodeID?) -> WrittenPlayback.Loop? {
    guard let node = present(node) else { return nil }
    switch json.kind(of: node) {
    case .yes: return .whole(true)
    case .no: return .whole(false)
    case .number:
      if let count = json.double(of: node).flatMap(Int64.init(exactly:)) { return .times(count) }
    case .string: return text(node).map { .segment($0) }
    case .object, .array, .key, .null: break
    }
    return wrong(node, .loop)
  }

  private mutating func segments(_ node: NodeID?) -> [WrittenPlayback.Segment]? {
    elements(of: node)?.compactMap { node in
      let members = members(of: node, known: ["name", "first", "last"])
      let name = needed("name", members, of: node) { $0.text($1) }
      let (first, last) = (
        needed("first", members, of: node) { $0.number($1) },
        needed("last", members, of: node) { $0.number($1) }
      )
      guard let name, let first, let last else { return nil }
      return WrittenPlayback.Segment(name: name, first: first, last: last)
    }
  }

  private mutating func definition(
    _ members: [String: NodeID], of node: NodeID
  ) -> WrittenDefinition {
    var written = WrittenDefinition()
    written.names = names(members["names"]) ?? [:]
    written.fallback = valid(members["fallback"], text(members["fallback"]), LocaleTag.init(_:))
    written.price = valid(members["price"], integer(members["price"]), Price.init(coins:))
    written.category = valid(members["category"], text(members["category"]), Category.init(_:))
    written.order = valid(members["order"], integer(members["order"]), Order.init(_:))
    written.places = texts(members["places"], PlaceSpec.init(_:))
    written.only = texts(members["only"], PlatformRule.init(_:))
    written.regions = texts(members["regions"], Region.init(assigned:))
    written.tags = texts(members["tags"], Tag.init(_:))
    written.streakable = truth(members["streakable"])
    written.note = valid(members["note"], text(members["note"]), Remark.init(_:))
    // What concerns several members: an order that is named twice, say.
    return valid(node, written) { written throws(DomainError) in try written.patch() }
      ?? WrittenDefinition()
  }

  // MARK: - Plans

  private mutating func plan(_ members: [String: NodeID], of node: NodeID) -> Manifest.PlanEntry {
    let plan = Manifest.PlanEntry(
      publish: truth(members["publish"]), version: version(members["version"]),
      from: time(members["from"]), until: time(members["until"]),
      windows: windows(members["windows"]), retire: time(members["retire"]))
    // A plan that begins at the import would begin again with each import.
    if plan.publish == true, plan.retire != nil, present(members["from"]) == nil {
      note(.memberMissing(place(of: node), name: "from"))
    }
    let idle = ["from", "until", "version"].compactMap { present(members[$0]) }
    if plan.publish != true, let first = idle.first {
      note(.publishMissing(place(of: first)))
    }
    return plan
  }

  private mutating func windows(_ node: NodeID?) -> [Manifest.WindowEntry]? {
    guard let node, let list = elements(of: node) else { return nil }
    guard list.count <= Manifest.maxWindows else {
      note(.tooManyWindows(place(of: node)))
      return nil
    }
    return list.compactMap { node in
      let members = members(of: node, known: Self.windowMembers)
      let hides = truth(members["hide"])
      let idle = ["version", "price", "order"].compactMap { present(members[$0]) }
      if hides == true, let first = idle.first {
        note(.versionHidden(place(of: first)))
      }
      let (from, until) = (
        needed("from", members, of: node) { $0.time($1) },
        needed("until", members, of: node) { $0.time($1) }
      )
      let version = version(members["version"])
      let price = valid(members["price"], integer(members["price"]), Price.init(coins:))
      let order = valid(members["order"], integer(members["order"]), Order.init(_:))
      guard let from, let until else { return nil }
      return Manifest.WindowEntry(
        from: from, until: until, version: version, hide: hides, price: price, order: order)
    }
  }

  private mutating func version(_ node: NodeID?) -> Int64? {
    valid(node, integer(node), VersionNumber.init(_:))
  }

  /// A time as it is written, if it is one: with its offset, or a local one of the zone.
  private mutating func time(_ node: NodeID?) -> String? {
    guard let node, let text = text(node) else { return nil }
    // Text that is not a local time names its offset, or is invalid.
    guard (try? LocalTime(text)) != nil else {
      return valid(node, text) { text throws(DomainError) in try Timestamp(rfc3339: text) }
    }
    guard zone != nil else {
      note(.zoneMissing(place(of: node), text))
      return nil
    }
    return text
  }

  // MARK: - Values

  /// The value, if it follows its rule, which is that of the value at a node.
  private mutating func valid<Value, Parsed>(
    _ node: NodeID?, _ value: Value?, _ rule: (Value) throws(DomainError) -> Parsed
  ) -> Value? {
    guard let node, let value else { return nil }
    do throws(DomainError) {
      _ = try rule(value)
      return value
    } catch {
      note(.invalid(place(of: node), error))
      return nil
    }
  }

  private mutating func names(_ node: NodeID?) -> [String: String]? {
    guard let node = present(node) else { return nil }
    var names: [String: String] = [:]
    for (locale, value) in members(of: node, known: nil) {
      guard let name = json.kind(of: value) == .null ? wrong(value, .text) : text(value) else {
        continue
      }
      let written = WrittenName(name)
      if written.isTrimmed || written.isComposed { tidied += 1 }
      if valid(value, [locale: written.text], LocalNames.parsed) != nil {
        names[locale] = written.text
      }
    }
    return names
  }

  private mutating func texts<Parsed>(
    _ node: NodeID?, _ rule: (String) throws(DomainError) -> Parsed
  ) -> [String]? {
    elements(of: node)?.compactMap { value in
      json.kind(of: value) == .null ? wrong(value, .text) : valid(value, text(value), rule)
    }
  }

  /// What is read of a member that has to be there; nil after telling that it is missing.
  private mutating func needed<Value>(
    _ name: String, _ members: [String: NodeID], of node: NodeID,
    _ read: (inout ManifestReader, NodeID?) -> Value?
  ) -> Value? {
    guard present(members[name]) == nil else { return read(&self, members[name]) }
    // Anything but an object has been told already.
    if json.kind(of: node) == .object { note(.memberMissing(place(of: node), name: name)) }
    return nil
  }

  /// The members of an object, with `known` and unique names.
  private mutating func members(of node: NodeID, known: [String]?) -> [String: NodeID] {
    guard json.kind(of: node) == .object else { return wrong(node, .object) ?? [:] }
    var members: [String: NodeID] = [:]
    for (key, value) in json.members(of: node) {
      let name = json.text(of: key) ?? ""
      if let known, !known.contains(name) {
        note(.memberUnknown(place(of: key), known: known))
      } else if members[name] != nil {
        note(.memberRepeated(place(of: key)))
      } else {
        members[name] = value
      }
    }
    return members
  }

  private mutating func elements(of node: NodeID?) -> [NodeID]? {
    guard let node = present(node) else { return nil }
    guard json.kind(of: node) == .array else { return wrong(node, .list) }
    return Array(json.elements(of: node))
  }

  private mutating func text(_ node: NodeID?) -> String? {
    guard let node = present(node) else { return nil }
    guard json.kind(of: node) == .string, let text = json.text(of: node) else {
      return wrong(node, .text)
    }
    return text
  }

  /// A whole number in any notation: `10`, `10.0` and `1e1` are equal.
  private mutating func integer(_ node: NodeID?) -> Int64? {
    guard let node = present(node) else { return nil }
    if let value = Int64(String(decoding: json.written(node), as: UTF8.self)) { return value }
    return json.double(of: node).flatMap(Int64.init(exactly:)) ?? wrong(node, .wholeNumber)
  }

  private mutating func number(_ node: NodeID?) -> Double? {
    guard let node = present(node) else { return nil }
    guard json.kind(of: node) == .number, let value = json.double(of: node), value.isFinite else {
      return wrong(node, .number)
    }
    return value
  }

  private mutating func truth(_ node: NodeID?) -> Bool? {
    guard let node = present(node) else { return nil }
    switch json.kind(of: node) {
    case .yes: return true
    case .no: return false
    case .object, .array, .key, .string, .number, .null: return wrong(node, .truth)
    }
  }

  private func present(_ node: NodeID?) -> NodeID? {
    node.flatMap { json.kind(of: $0) == .null ? nil : $0 }
  }

  /// Each has its place, which takes as long as the text is.
  private mutating func note(_ fault: ManifestFault) {
    if faults.count < Manifest.maxFaults { faults.append(fault) }
  }

  /// Nothing, after noting that a value is of another kind.
  private mutating func wrong<Value>(_ node: NodeID, _ expected: ManifestFault.Kind) -> Value? {
    note(.otherKind(place(of: node), expected: expected))
    return nil
  }

  private func place(of node: NodeID) -> ManifestPlace {
    let place = json.place(of: node)
    return ManifestPlace(
      gift: gift, pointer: json.pointer(of: node), line: place.line, column: place.column)
  }
}
