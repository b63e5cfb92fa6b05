import Gallery
import GiftDomain
import GiftStore
import HTTPTypes
import Hummingbird
import NIOCore
import Pictures

/// Answers requests of the gallery's own pages, and refuses all others.
struct GalleryResponder: HTTPResponder {
  /// The most bytes of a request's target.
  private static let maxTargetBytes = 2_048

  let reader: GalleryReader
  let token: GalleryToken
  let start: StartAddress

  var root: String { "/\(token.text)/" }

  func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
    var response = await answer(request)
    response.headers[.contentSecurityPolicy] = ContentPolicy.text
    response.headers[.xContentTypeOptions] = "nosniff"
    response.headers[.referrerPolicy] = "no-referrer"
    response.headers[.frameOptions] = "DENY"
    response.headers[.resourcePolicy] = "same-origin"
    response.headers[.openerPolicy] = "same-origin"
    return request.method == .head ? response.createHeadResponse() : response
  }

  private func answer(_ request: Request) async -> Response {
    // Another name for this machine may be that of a page elsewhere (DNS rebinding).
    guard let authority = request.head.authority, Self.isLoopback(authority) else {
      return .plain(.misdirectedRequest, "This is not the gallery's address.")
    }
    guard let target = request.head.path, target.utf8.count <= Self.maxTargetBytes else {
      return .plain(.notFound, "There is nothing here.")
    }
    if request.method == .get, start.takes(target) {
      return Response(
        status: .seeOther,
        headers: [.location: start.destination, .cacheControl: Caching.none.rawValue])
    }
    guard let path = below(target) else { return .plain(.notFound, "There is nothing here.") }
    guard request.method == .get || request.method == .head else {
      var response = Response.plain(.methodNotAllowed, "The gallery can only be read.")
      response.headers[.allow] = "GET, HEAD"
      return response
    }
    guard let wanted = GalleryRequest(target: path) else { return missing("no such page") }
    do {
      return try await answer(wanted)
    } catch GalleryError.busy {
      return .plain(.serviceUnavailable, GalleryError.busy.userMessage.sentence)
    } catch {
      return failure(error)
    }
  }

  /// The target below the root; nil without the token.
  private func below(_ target: String) -> Substring? {
    let parts = target.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].isEmpty, token.matches(parts[1]) else { return nil }
    return parts[2]
  }

  /// Whether an authority (RFC 9110 §4.2) names this machine itself.
  static func isLoopback(_ authority: String) -> Bool {
    let host = authority.prefix { $0 != ":" }
    guard ["127.0.0.1", "localhost"].contains(host.lowercased()) else { return false }
    return authority.dropFirst(host.count).wholeMatch(of: /(:[0-9]{1,5})?/) != nil
  }

  private func answer(_ wanted: GalleryRequest) async throws -> Response {
    switch wanted {
    case .shared(let file):
      .bytes(file.bytes, type: file.mediaType, cache: .revalidated)
    case .picture(let digest):
      try await reader.picture(digest).map { .bytes($0, type: "image/webp", cache: .immutable) }
        ?? .plain(.notFound, "There is no such picture.")
    case .drawing(let drawing):
      try await answer(drawing)
    case .page(let page, let at, let locale):
      try await answer(page, at: at, in: locale)
    }
  }

  private func answer(_ drawing: Drawing) async throws -> Response {
    do {
      return try await reader.drawings.bytes(of: drawing, from: reader.store)
        .map { .bytes($0, type: drawing.mediaType, cache: .immutable) }
        ?? .plain(.notFound, "It cannot be drawn.")
    } catch DrawingError.failure(let failure) {
      return .plain(.serviceUnavailable, failure.userMessage(drawing.path).sentence)
    }
  }

  private func answer(
    _ page: Page, at text: String?, in locale: LocaleTag?
  ) async throws -> Response {
    var instant: Timestamp?
    if let text {
      instant = try await reader.instant(text)
      guard instant != nil else { return missing("no such instant") }
    }
    if case .boundary(let boundary) = page { instant = boundary }
    let catalogue = try await reader.catalogue(at: instant)
    do {
      return .page(
        try await reader.html(
          of: page, in: catalogue, on: .served(root: root), at: instant, locale: locale))
    } catch let error as MissingPage {
      return missing(error.what)
    }
  }

  private func message(_ status: HTTPResponse.Status, _ title: String, _ text: String) -> Response {
    let context = PageContext(
      site: .served(root: root), clock: PageClock(zone: reader.zone, now: .epoch), at: nil,
      locale: nil, lightPreviews: [])
    return .page(GalleryPages(context).message(title, text), status)
  }

  private func missing(_ what: String) -> Response {
    message(.notFound, "Not found", "There is \(what).")
  }

  private func failure(_ error: any Error) -> Response {
    let sentence =
      CommandError(error).map { $0.userMessage.sentence }
      ?? "The page cannot be shown."
    return message(.internalServerError, "Something failed", sentence)
  }
}

extension GalleryReader {
  /// The instant that a text names, as in `--at`; nil for any other text.
  func instant(_ text: String) async throws -> Timestamp? {
    // Text that is not a time is not found; the page says so.
    guard let argument = try? TimeArgument(argument: text) else { return nil }
    switch argument {
    case .now: return try await store.clock()
    case .absolute(let instant): return instant
    case .local(let local): return zone.instant(of: local)
    case .relative(let microseconds):
      let now = try await store.clock()
      // An instant beyond all years is not found, either.
      return try? now.advanced(byMicroseconds: microseconds)
    }
  }

  /// The bytes of a stored picture.
  func picture(_ digest: SHA256Digest) async throws -> [UInt8]? {
    let bytes = try await store.assets([digest]).first?.bodies[.identity]
    return bytes.flatMap { Picture.isWebP($0) ? $0 : nil }
  }
}

extension Drawing {
  /// The media type of its bytes.
  fileprivate var mediaType: String {
    switch self {
    case .motion: "image/webp"
    case .frame, .still, .difference: "image/png"
    }
  }
}

/// For how long a browser may keep a response.
private enum Caching: String {
  case none = "private, no-store"
  case revalidated = "private, no-cache"
  case immutable = "private, max-age=31536000, immutable"
}

extension Response {
  fileprivate static func page(_ page: HTML, _ status: HTTPResponse.Status = .ok) -> Response {
    bytes(Array(page.source.utf8), status, type: "text/html; charset=utf-8", cache: .revalidated)
  }

  fileprivate static func plain(_ status: HTTPResponse.Status, _ text: String) -> Response {
    bytes(
      Array("\(text)\n".utf8), status, type: "text/plain; charset=utf-8", cache: .revalidated)
  }

  fileprivate static func bytes(
    _ bytes: [UInt8], _ status: HTTPResponse.Status = .ok, type: String, cache: Caching
  ) -> Response {
    Response(
      status: status, headers: [.contentType: type, .cacheControl: cache.rawValue],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}

extension HTTPField.Name {
  fileprivate static let referrerPolicy = known("Referrer-Policy")
  fileprivate static let frameOptions = known("X-Frame-Options")
  fileprivate static let resourcePolicy = known("Cross-Origin-Resource-Policy")
  fileprivate static let openerPolicy = known("Cross-Origin-Opener-Policy")

  private static func known(_ name: String) -> HTTPField.Name {
    guard let name = HTTPField.Name(name) else { preconditionFailure("not a field's name") }
    return name
  }
}
