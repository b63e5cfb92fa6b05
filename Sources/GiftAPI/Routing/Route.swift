import Delivery
import GiftDomain

/// What a client asks for.
enum Route: Hashable, Sendable {
  /// `*`: the server as a whole.
  case server
  /// `/v1/catalogue`: what is live.
  case catalogue
  /// `/v1/catalogue?since=TOKEN`: what changed; nil for what cannot be a token.
  case changes(since: AddressKey?)
  /// `/v1/events`: each new catalogue, as it comes.
  case events
  /// `/v1/gifts/ID`: one gift, live or retired.
  case gift(AddressKey)
  /// `/v1/animations/SHA256.json`: bytes by their digest.
  case animation(AddressKey)
  /// `/ID.json` and `/animation/ID`: what a gift plays now.
  case liveAnimation(AddressKey)

  /// The route of a target in origin, absolute or asterisk form, which the head's parser has seen.
  ///
  /// Dot segments are not resolved: clients do that before they ask (RFC 3986 §5.2.4), and no route
  /// has one. Throws `APIError.refused(.targetMalformed)` for a fragment, and for what is badly
  /// encoded or has control characters; `routeNotFound`, and `giftNotFound` or `animationNotFound`
  /// for what is too long to be one.
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

  /// Behind the authority of an absolute form.
  private static func pathStart(of target: Span<UInt8>) -> Int {
    guard target[0] != UInt8(ascii: "/"),
      let colon = target.indices.first(where: { target[$0] == UInt8(ascii: ":") })
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
      guard let token = sinceParameter(query) else { return .catalogue }
      return .changes(since: AddressKey(token.span))
    }
    if path.isText("/v1/events") { return .events }
    if let name = path.name(in: "/v1/gifts/", "") { return .gift(try gift(path, name)) }
    if let name = path.name(in: "/animation/", "") { return .liveAnimation(try gift(path, name)) }
    if let digest = path.name(in: "/v1/animations/", ".json") {
      guard let key = AddressKey(path.extracting(digest)) else { throw .animationNotFound }
      return .animation(key)
    }
    if let name = path.name(in: "/", ".json") { return .liveAnimation(try gift(path, name)) }
    throw .routeNotFound
  }

  private static func gift(_ path: Span<UInt8>, _ name: Range<Int>) throws(APIError) -> AddressKey {
    guard let key = AddressKey(path.extracting(name)) else { throw .giftNotFound(nil) }
    return key
  }

  /// What a query asks for as `since`; nil where it does not.
  ///
  /// Empty for what cannot be decoded or is there twice. Other parameters are not looked at.
  private static func sinceParameter(_ query: Span<UInt8>) -> [UInt8]? {
    var token: [UInt8]?
    var start = 0
    while start < query.count {
      let end = (start..<query.count).first { query[$0] == UInt8(ascii: "&") } ?? query.count
      let equals = (start..<end).first { query[$0] == UInt8(ascii: "=") } ?? end
      if percentDecoded(query.extracting(start..<equals)) == Array("since".utf8) {
        let value = percentDecoded(query.extracting(min(equals + 1, end)..<end)) ?? []
        token = token == nil ? value : []
      }
      start = end + 1
    }
    return token
  }

  /// Where the catalogue is.
  static let catalogueURL = "/v1/catalogue"

  /// Where the bytes under a digest are.
  static func url(of digest: SHA256Digest) -> String { "/v1/animations/\(digest.hex).json" }
}

extension Route {
  /// As whose responses those to the route are counted.
  var group: RouteGroup {
    switch self {
    case .server: .none
    case .catalogue: .catalogue
    case .changes: .changes
    case .events: .events
    case .gift: .gift
    case .animation: .animation
    case .liveAnimation: .liveAnimation
    }
  }
}

/// The routes by which responses are counted, as metrics name them: few, whatever clients send.
package enum RouteGroup: String, Hashable, Sendable, CaseIterable {
  /// What is at no address.
  case none
  /// `/v1/catalogue`.
  case catalogue
  /// The same with `since`.
  case changes = "catalogue_since"
  /// `/v1/events`.
  case events
  /// `/v1/gifts/ID`.
  case gift
  /// `/v1/animations/SHA256.json`.
  case animation
  /// `/ID.json` and `/animation/ID`.
  case liveAnimation = "live_animation"

  /// Its place among all of them.
  package var number: UInt8 { UInt8(Self.allCases.firstIndex(of: self) ?? 0) }
}

/// The bytes that percent-encoded ones stand for (RFC 3986 §2.1); nil for broken codes, and for
/// control characters.
///
/// An encoded slash is part of its segment (§2.2): it becomes a byte that
/// nothing in an address of ours has.
private func percentDecoded(_ bytes: Span<UInt8>) -> [UInt8]? {
  var decoded: [UInt8] = []
  var index = 0
  while index < bytes.count {
    guard bytes[index] == UInt8(ascii: "%") else {
      decoded.append(bytes[index])
      index += 1
      continue
    }
    guard index + 2 < bytes.count, let high = hexValue(bytes[index + 1]),
      let low = hexValue(bytes[index + 2])
    else { return nil }
    let byte = high << 4 | low
    guard byte >= 0x20, byte != 0x7F else { return nil }
    decoded.append(byte == UInt8(ascii: "/") ? 1 : byte)
    index += 3
  }
  return decoded
}

private func hexValue(_ digit: UInt8) -> UInt8? {
  Character(UnicodeScalar(digit)).hexDigitValue.map(UInt8.init)
}

extension Span<UInt8> {
  fileprivate func isText(_ text: String) -> Bool { equals(0..<count, text) }

  /// Where the last segment is, without its `ending`, if nothing but `folder` stands before it.
  fileprivate func name(in folder: String, _ ending: String) -> Range<Int>? {
    let start = folder.utf8.count
    let end = count - ending.utf8.count
    guard start <= end, equals(0..<start, folder), equals(end..<count, ending),
      !(start..<end).contains(where: { self[$0] == UInt8(ascii: "/") })
    else { return nil }
    return start..<end
  }
}
