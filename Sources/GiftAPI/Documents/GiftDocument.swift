import GiftDomain

/// A gift as clients see it; members without a value are left out.
struct GiftDocument: Encodable {
  let id: GiftID
  /// Only on routes for gifts that may not be live.
  let status: VisibleGift.Status?
  let definition: Definition
  let version: AnimationVersion
  let window: Window
  /// How it goes on after the window; nil if it goes off.
  let continuation: ContinuationDocument?
  /// The placement whose number it has.
  let place: ShownPlace
  /// Whether the version is withdrawn; only on routes for gifts that may not be live.
  var isWithdrawn = false

  /// Writes all members into one object.
  func encode(to encoder: any Encoder) throws {
    try definition.encodeForClients(to: encoder)
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(id, forKey: .id)
    try members.encodeIfPresent(status, forKey: .status)
    try members.encodeIfPresent(definition.places[place.placement], forKey: place.key)
    try members.encode(AnimationDocument(version: version), forKey: .animation)
    let pictures = isWithdrawn ? nil : version.pictures?.pair
    try members.encodeIfPresent(
      pictures.map { PictureDocument(picture: $0.poster) }, forKey: .poster)
    try members.encodeIfPresent(
      pictures.map { PictureDocument(picture: $0.preview) }, forKey: .preview)
    try members.encode(window.from, forKey: .from)
    if let continuation {
      try members.encode(continuation.changes, forKey: .changes)
      try members.encodeIfPresent(continuation.next(in: place), forKey: .next)
    } else {
      try members.encodeIfPresent(window.until, forKey: .until)
    }
    if isWithdrawn { try members.encode(true, forKey: .withdrawn) }
  }

  fileprivate enum CodingKeys: CodingKey {
    case id, status, order, weight, animation, poster, preview, from, until, changes, next
    case withdrawn
  }
}

/// What clients are told of how a gift goes on.
struct ContinuationDocument: Hashable, Sendable {
  /// When its version, price or order changes.
  let changes: Timestamp
  private let next: Terms?

  /// The continuation of a gift with this definition.
  init(_ continuation: Continuation, of definition: Definition) {
    changes = continuation.from
    next = continuation.terms.map { terms in
      let later = definition.on(terms)
      return Terms(price: later.price, order: later.order)
    }
  }

  /// The price and order from then on, in a placement; nil if they stay the same, or are not told
  /// yet.
  ///
  /// An order counts only in `gifts`.
  fileprivate func next(in place: ShownPlace) -> Terms? {
    next.map { Terms(price: $0.price, order: place.placement == .gifts ? $0.order : nil) }
  }
}

/// A placement, and what clients do with its animations.
struct ShownPlace: Hashable, Sendable {
  /// The gift panel.
  static let gifts = ShownPlace(.gifts, .all)

  let placement: PlacementName
  let choose: PlacementChoice

  init(_ placement: PlacementName, _ choose: PlacementChoice) {
    self.placement = placement
    self.choose = choose
  }

  /// The name of a gift's number there.
  fileprivate var key: GiftDocument.CodingKeys { choose == .random ? .weight : .order }
}

/// A category as clients see it.
struct CategoryDocument: Encodable {
  let id: Category
  let details: CategoryDetails

  /// Writes all members into one object.
  func encode(to encoder: any Encoder) throws {
    try details.encode(to: encoder)
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(id, forKey: .id)
  }

  private enum CodingKeys: CodingKey {
    case id
  }
}

/// An animation version as clients see it, and where its bytes are.
struct AnimationDocument: Encodable {
  let version: AnimationVersion

  /// Writes all members into one object.
  func encode(to encoder: any Encoder) throws {
    try version.forClients.encode(to: encoder)
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(
      Route.url(of: AssetName(kind: .animation, digest: version.asset)), forKey: .url)
  }

  private enum CodingKeys: CodingKey {
    case url
  }
}

/// A picture as clients see it, and where its bytes are.
struct PictureDocument: Encodable {
  let picture: Picture

  /// Writes all members into one object.
  func encode(to encoder: any Encoder) throws {
    try picture.encode(to: encoder)
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(
      Route.url(of: AssetName(kind: .picture, digest: picture.asset)), forKey: .url)
  }

  private enum CodingKeys: CodingKey {
    case url
  }
}
