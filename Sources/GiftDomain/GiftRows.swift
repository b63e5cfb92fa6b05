/// What is stored of a gift, apart from rotations: immutable, and shared by all who hold it.
final class GiftRows: Hashable, Sendable {
  let gift: GiftID
  let definition: Definition?
  let versions: [AnimationVersion]
  let base: Timeline
  /// The place in the catalogue, by itself: all gifts are asked for it.
  let order: Int64?

  init(gift: GiftID, definition: Definition?, versions: [AnimationVersion], base: Timeline) {
    self.gift = gift
    self.definition = definition
    self.versions = versions
    self.base = base
    order = definition?.order.value
  }

  static func == (left: GiftRows, right: GiftRows) -> Bool {
    left === right
      || left.gift == right.gift && left.definition == right.definition
        && left.versions == right.versions && left.base == right.base
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(gift)
    hasher.combine(definition)
    hasher.combine(versions)
    hasher.combine(base)
  }
}
