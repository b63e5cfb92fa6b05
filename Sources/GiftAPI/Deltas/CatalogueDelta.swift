/// What a client has to do to one catalogue to have another: drop `removed`, put each of `changed`
/// in the place of what it has under that id, and sort by order, then by id.
struct CatalogueDelta: Sendable {
  /// The gifts that were not there before or looked otherwise, in the later catalogue's order.
  let changed: [LiveGift]
  /// The ids of those that are not there any more, sorted.
  let removed: [String]

  /// The difference of the live gifts of two catalogues, each in its order.
  init(from earlier: [LiveGift], to later: [LiveGift]) {
    // Most edits leave all gifts but one as they are, and in their places.
    let head = zip(earlier, later).prefix { $0 === $1 }.count
    let most = min(earlier.count, later.count) - head
    let tail = zip(earlier.reversed(), later.reversed()).prefix(most).prefix { $0 === $1 }.count
    let old = earlier[head..<(earlier.count - tail)]
    let new = later[head..<(later.count - tail)]
    let known = Dictionary(old.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let kept = Set(new.map(\.id))
    changed = new.filter { gift in known[gift.id].map { !gift.isSame(as: $0) } ?? true }
    removed = old.map(\.id).filter { !kept.contains($0) }.sorted()
  }

  /// How many bytes the gifts in it have: what it is written in has some more.
  var leastByteCount: Int { changed.reduce(0) { $0 + $1.text.count } }

  /// One line of JSON with sorted keys.
  ///
  /// `from` and `to` name the two catalogues, `asOf` and `until` are those of the later one; none
  /// of them has characters that JSON escapes, and neither have ids.
  func body(from: String, to: String, asOf: String, until: String?) -> [UInt8] {
    var body = Array("{\"asOf\":\"\(asOf)\",\"changed\":[".utf8)
    for (index, gift) in changed.enumerated() {
      if index > 0 { body.append(UInt8(ascii: ",")) }
      body += gift.text
    }
    let ids = removed.map { "\"\($0)\"" }.joined(separator: ",")
    let end = until.map { ",\"until\":\"\($0)\"" } ?? ""
    body += Array("],\"from\":\"\(from)\",\"removed\":[\(ids)],\"to\":\"\(to)\"\(end)}".utf8)
    return body
  }
}
