import GiftDomain

/// The steps from one catalogue to another: drop `removed`, add or replace each of `changed` by id,
/// and sort by order or weight, then by id.
struct CatalogueDelta: Sendable {
  /// The gifts that are new or different, in the later catalogue's order.
  let changed: [LiveGift]
  /// The ids of gifts that are no longer live, sorted.
  let removed: [String]
  /// The later catalogue's categories; nil if they are the same.
  let categories: [UInt8]?
  /// What clients do with its gifts; nil if it is the same.
  let choose: PlacementChoice?
  /// What names the later one's list of withdrawn assets; nil for none.
  let withdrawn: String?

  /// The difference of two catalogues of one placement.
  init(from old: LiveCatalogue, to new: LiveCatalogue) {
    categories = old.categories == new.categories ? nil : new.categories
    choose = old.choose == new.choose ? nil : new.choose
    withdrawn = new.withdrawn
    let (earlier, later) = (old.gifts, new.gifts)
    // Most edits leave all gifts but one unchanged, and in the same order.
    let (head, tail) = earlier.span.commonEnds(with: later.span)
    let middle = earlier[head..<(earlier.count - tail)]
    let now = later[head..<(later.count - tail)]
    let known = Dictionary(middle.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let kept = Set(now.map(\.id))
    changed = now.filter { gift in known[gift.id].map { !gift.isSame(as: $0) } ?? true }
    removed = middle.map(\.id).filter { !kept.contains($0) }.sorted()
  }

  /// The size of its gifts and categories in bytes, a lower bound of the body's size.
  var leastByteCount: Int {
    changed.reduce(categories?.count ?? 0) { $0 + $1.text.count }
  }

  /// One line of JSON with sorted keys.
  ///
  /// `from` and `to` are the tokens of the two catalogues, `asOf` and `until` belong to the later
  /// one; neither these nor ids have characters that JSON escapes.
  func body(from: String, to: String, asOf: String, until: String?) -> [UInt8] {
    var body = Array("{\"asOf\":\"\(asOf)\",".utf8)
    if let categories { body += Array("\"categories\":".utf8) + categories + [UInt8(ascii: ",")] }
    body += Array("\"changed\":[".utf8)
    for (index, gift) in changed.enumerated() {
      if index > 0 { body.append(UInt8(ascii: ",")) }
      body += gift.text
    }
    let ids = removed.map { "\"\($0)\"" }.joined(separator: ",")
    let end =
      (until.map { ",\"until\":\"\($0)\"" } ?? "")
      + (withdrawn.map { ",\"withdrawn\":\"\($0)\"" } ?? "")
    let choice = choose.map { "\"choose\":\"\($0.rawValue)\"," } ?? ""
    body += Array(
      "],\(choice)\"from\":\"\(from)\",\"removed\":[\(ids)],\"to\":\"\(to)\"\(end)}".utf8)
    return body
  }
}

extension Span<LiveGift> {
  /// How many gifts at the beginning, and how many of the others at the end, are the same objects;
  /// in spans, because arrays would count references to each.
  fileprivate func commonEnds(with other: Span<LiveGift>) -> (head: Int, tail: Int) {
    let most = Swift.min(count, other.count)
    var (head, tail) = (0, 0)
    while head < most, self[head] === other[head] { head += 1 }
    while head + tail < most, self[count - 1 - tail] === other[other.count - 1 - tail] { tail += 1 }
    return (head, tail)
  }
}
