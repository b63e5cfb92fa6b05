import GiftDomain
import GiftStore
import NIOCore

/// A public gift with all its responses between two boundaries.
final class ServedGift: Sendable {
  let state: GiftState
  let visible: VisibleGift
  /// The id as in URLs.
  let address: AddressKey
  /// The resource at `/v1/gifts/ID`.
  let description: ReadyResource
  /// The resource at `/ID.json` and `/animation/ID`; nil unless the gift is live and its animation
  /// in memory.
  let animation: ReadyResource?
  /// Its part of the catalogue in the placement `gifts`; nil unless it is live there.
  let live: LiveGift?
  /// The instant at which it was evaluated.
  private let instant: Timestamp
  let since: Timestamp
  /// How many of its assets were not in memory while it was live.
  private let missing: Int

  init(
    _ visible: VisibleGift, of state: GiftState, at instant: Timestamp, since: Timestamp,
    assets: [ServedAsset], missing: Int
  ) {
    self.state = state
    self.visible = visible
    self.instant = instant
    address = AddressKey(visible.gift.text)
    self.since = since
    self.missing = missing
    let document = jsonBody(visible.document(status: visible.status))
    description = ReadyResource(
      Resource(
        group: .gift, body: CodedBody(document: document), tag: EntityTag(hashing: document),
        validity: .until(visible.nextTold), modifiedAt: since, retiredAt: visible.retiredAt))
    live =
      visible.status == .live && visible.definition.order != nil
      ? visible.gift(in: .gifts) : nil
    animation = assets.first { $0.name.kind == .animation }.map { asset in
      ReadyResource(Self.resource(of: asset, visible, since: since))
    }
  }

  /// The resource at a gift's own URLs while it plays this animation.
  static func resource(
    of asset: ServedAsset, _ visible: VisibleGift, since: Timestamp
  ) -> Resource {
    Resource(
      group: .liveAnimation, body: asset.body, tag: EntityTag(asset.name.digest),
      validity: .until(visible.nextTold), modifiedAt: since)
  }

  /// Whether it is certainly equal to one made from a gift with a definition, without evaluating
  /// the gift; false if it must be evaluated.
  func holds(for state: GiftState, at now: Timestamp) -> Bool {
    self.state == state && state.isDefined && now >= instant
      && visible.nextTold.map { now < $0 } ?? true
      && missing == 0
  }

  /// Whether it is equal to one made from these.
  func isSame(_ visible: VisibleGift, of state: GiftState, missing: Int) -> Bool {
    self.visible == visible && self.state == state && self.missing == missing
  }
}

extension VisibleGift {
  fileprivate func document(status: Status?, in place: ShownPlace = .gifts) -> GiftDocument {
    GiftDocument(
      id: gift, status: status, definition: definition, version: version, window: entry.window,
      continuation: continuation, place: place, isWithdrawn: isWithdrawn)
  }

  /// Its part of the catalogue in a placement.
  func gift(in place: ShownPlace) -> LiveGift {
    LiveGift(id: gift.text, text: jsonBody(document(status: nil, in: place)))
  }
}
