import Delivery
import GiftDomain

/// A route of the read API, with its parameter.
enum Route: Hashable, Sendable {
  /// `*`: the server as a whole.
  case server
  /// `/v1/catalogue`: the live gifts; with `placement=NAME`, those in another one than `gifts`.
  case catalogue(CatalogueQuestion)
  /// The same with `since=TOKEN`: a delta; nil for an invalid token.
  case changes(since: AddressKey?, CatalogueQuestion)
  /// `/v1/upcoming`: what goes live soon, by digests.
  case upcoming(ClientKind)
  /// `/v1/withdrawn`: what is served no more, by digests.
  case withdrawn
  /// `/v1/events`: the token of each new catalogue.
  case events
  /// `/v1/gifts/ID`: one gift, live or retired.
  case gift(AddressKey)
  /// `/v1/animations/SHA256.json`: bytes by their digest.
  case animation(AddressKey)
  /// `/v1/pictures/SHA256.webp`: bytes by their digest.
  case picture(AddressKey)
  /// `/ID.json` and `/animation/ID`: a gift's live animation.
  case liveAnimation(AddressKey)

  /// The route of a target in origin, absolute or asterisk form, which the parser has accepted.
  ///
  /// Dot segments are not resolved: clients do that first (RFC 3986 §5.2.4), and no route has one.
  /// Throws `APIError.refused(.targetMalformed)` for a fragment, bad encoding or control
  /// characters; `routeNotFound`, and `placementNotFound`, `giftNotFound`, `animationNotFound` or
  /// `pictureNotFound` for names that are too long.
  init(_ target: Span<UInt8>) throws(APIError) {
    if target.count == 1, target[0] == UInt8(ascii: "*") {
      self = .server
      return
    }
    let start = Self.pathStart(of: target)
    var end = target.count
    var isEncoded = false
    for index in start..<target.count {
      switch target[index] {
      case UInt8(ascii: "#"): throw .refused(.targetMalformed)
      case UInt8(ascii: "?"): end = min(end, index)
      case UInt8(ascii: "%") where index < end: isEncoded = true
      default: continue
      }
    }
    let query = target.extracting(min(end + 1, target.count)...)
    if isEncoded {
      let path = try Self.decoded(target.extracting(start..<end))
      self = try Self.route(of: path.span, query)
    } else if start == end {
      throw .routeNotFound
    } else {
      self = try Self.route(of: target.extracting(start..<end), query)
    }
  }

  /// The position after the authority of an absolute form.
  private static func pathStart(of target: Span<UInt8>) -> Int {
    guard target[0] != UInt8(ascii: "/"),
      let colon = target.indices.first(where: { target[$0] == UInt8(ascii: ":") }),
      // The parser takes no target without an authority, and this one no count beyond the end.
      colon + 3 <= target.count
    else { return 0 }
    return (colon + 3..<target.count).first { index in
      target[index] == UInt8(ascii: "/") || target[index] == UInt8(ascii: "?")
    } ?? target.count
  }

  /// A path without percent-encoding.
  private static func decoded(_ path: Span<UInt8>) throws(APIError) -> [UInt8] {
    guard let bytes = percentDecoded(path), String(validating: bytes, as: UTF8.self) != nil else {
      throw .refused(.targetMalformed)
    }
    return bytes
  }

  private static func route(of path: Span<UInt8>, _ query: Span<UInt8>) throws(APIError) -> Route {
    if path.isText("/v1/catalogue") {
      if query.isEmpty { return .catalogue(CatalogueQuestion(placement: nil, client: .unknown)) }
      let values = QueryValues(query)
      let question = CatalogueQuestion(
        placement: try placement(values[.placement]), client: try ClientKind(values))
      guard let token = values[.since] else { return .catalogue(question) }
      return .changes(since: AddressKey(token.span), question)
    }
    if path.isText("/v1/upcoming") { return .upcoming(try ClientKind(QueryValues(query))) }
    if path.isText("/v1/withdrawn") { return .withdrawn }
    if path.isText("/v1/events") { return .events }
    if let name = path.name(in: "/v1/gifts/", "") { return .gift(try gift(path, name)) }
    if let name = path.name(in: "/animation/", "") { return .liveAnimation(try gift(path, name)) }
    if let digest = path.name(in: "/v1/animations/", ".json") {
      guard let key = AddressKey(path.extracting(digest)) else { throw .animationNotFound }
      return .animation(key)
    }
    if let digest = path.name(in: "/v1/pictures/", ".webp") {
      guard let key = AddressKey(path.extracting(digest)) else { throw .pictureNotFound }
      return .picture(key)
    }
    if let name = path.name(in: "/", ".json") { return .liveAnimation(try gift(path, name)) }
    throw .routeNotFound
  }

  private static func gift(_ path: Span<UInt8>, _ name: Range<Int>) throws(APIError) -> AddressKey {
    guard let key = AddressKey(path.extracting(name)) else { throw .giftNotFound(nil) }
    return key
  }

  /// A placement as in a query; nil for `gifts`.
  private static func placement(_ name: [UInt8]?) throws(APIError) -> AddressKey? {
    guard let name else { return nil }
    guard !name.isEmpty, let key = AddressKey(name.span) else { throw .placementNotFound }
    return name == Array(PlacementName.gifts.text.utf8) ? nil : key
  }

  /// The URL of a client's catalogue in a placement.
  static func catalogueURL(of placement: PlacementName, for client: ClientKind) -> String {
    let query = (placement == .gifts ? [] : ["placement=\(placement)"]) + client.query
    return "/v1/catalogue" + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }

  /// The URL of an asset.
  static func url(of asset: AssetName) -> String {
    switch asset.kind {
    case .animation: "/v1/animations/\(asset.digest.hex).json"
    case .picture: "/v1/pictures/\(asset.digest.hex).webp"
    }
  }

  /// The route of an asset.
  init(_ asset: AssetName) {
    let key = AddressKey(asset.digest.hex)
    switch asset.kind {
    case .animation: self = .animation(key)
    case .picture: self = .picture(key)
    }
  }
}

extension Route {
  /// The group under which responses are counted.
  var group: RouteGroup {
    switch self {
    case .server: .none
    case .catalogue: .catalogue
    case .changes: .changes
    case .upcoming: .upcoming
    case .withdrawn: .withdrawn
    case .events: .events
    case .gift: .gift
    case .animation: .animation
    case .picture: .picture
    case .liveAnimation: .liveAnimation
    }
  }
}

/// The groups by which metrics count responses: a fixed few, whatever clients send.
package enum RouteGroup: String, Hashable, Sendable, CaseIterable {
  /// No known route.
  case none
  /// `/v1/catalogue`.
  case catalogue
  /// `/v1/catalogue?since=TOKEN`.
  case changes = "catalogue_since"
  /// `/v1/upcoming`.
  case upcoming
  /// `/v1/withdrawn`.
  case withdrawn
  /// `/v1/events`.
  case events
  /// `/v1/gifts/ID`.
  case gift
  /// `/v1/animations/SHA256.json`.
  case animation
  /// `/v1/pictures/SHA256.webp`.
  case picture
  /// `/ID.json` and `/animation/ID`.
  case liveAnimation = "live_animation"

  /// Its position in `allCases`.
  package var number: UInt8 { UInt8(Self.allCases.firstIndex(of: self) ?? 0) }
}

extension Span<UInt8> {
  func isText(_ text: String) -> Bool { equals(0..<count, text) }

  /// The range of the last segment without its `ending`, if only `folder` precedes it.
  fileprivate func name(in folder: String, _ ending: String) -> Range<Int>? {
    let start = folder.utf8.count
    let end = count - ending.utf8.count
    guard start <= end, equals(0..<start, folder), equals(end..<count, ending),
      !(start..<end).contains(where: { self[$0] == UInt8(ascii: "/") })
    else { return nil }
    return start..<end
  }
}
