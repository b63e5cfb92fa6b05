import Delivery
import Gallery
import GiftDomain
import GiftStore
import NIOCore
import Pictures

/// Answers requests of the gallery's own pages, and refuses all others.
struct GalleryResponder: Sendable {
  let reader: GalleryReader
  let token: GalleryToken

  var root: String { "/\(token.text)/" }

  /// Whoever does not have the token is answered at once, and keeps nobody else waiting.
  var responder: Responder {
    Responder(
      makeRouter: { { head in refusal(of: head).map(Routing.ready) ?? .fallback } },
      respond: { head in await answer(head) },
      refuse: { refusal in
        .plain(refusal.status, "The gallery does not answer such requests.")
      })
  }

  /// What somebody gets who does not ask for the gallery, or does not have its token; nil for
  /// others.
  private func refusal(of head: RequestHead) -> Response? {
    // Another name for this machine may be that of a page elsewhere (DNS rebinding).
    guard let host = head.list(of: .host), Self.isLoopback(host) else {
      return .plain(.badRequest, "This is not the gallery's address.")
    }
    guard below(head.target) != nil else { return .plain(.notFound, "There is nothing here.") }
    guard head.method == .get || head.method == .head else {
      return .plain(
        .methodNotAllowed, "The gallery can only be read.", [("Allow", "GET, HEAD")])
    }
    return nil
  }

  private func answer(_ head: RequestHead) async -> Response {
    guard let path = below(head.target), let wanted = GalleryRequest(target: path) else {
      return missing("no such page")
    }
    do {
      return try await answer(wanted)
    } catch GalleryError.busy {
      return .plain(.serviceUnavailable, GalleryError.busy.userMessage.sentence)
    } catch {
      return failure(error)
    }
  }

  /// The target below the root; nil without the token, and for the target of a proxy, which names
  /// a host.
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

  private func message(_ status: Status, _ title: String, _ text: String) -> Response {
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
  case revalidated = "private, no-cache"
  case immutable = "private, max-age=31536000, immutable"
}

extension Response {
  /// What a browser may do with every response.
  private static let restrictions: [(name: String, value: String)] = [
    ("Content-Security-Policy", ContentPolicy.served), ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"), ("X-Frame-Options", "DENY"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
  ]

  fileprivate static func page(_ page: HTML, _ status: Status = .ok) -> Response {
    bytes(Array(page.source.utf8), status, type: "text/html; charset=utf-8", cache: .revalidated)
  }

  fileprivate static func plain(
    _ status: Status, _ text: String, _ fields: [(name: String, value: String)] = []
  ) -> Response {
    bytes(
      Array("\(text)\n".utf8), status, type: "text/plain; charset=utf-8", cache: .revalidated,
      fields)
  }

  fileprivate static func bytes(
    _ bytes: [UInt8], _ status: Status = .ok, type: String, cache: Caching,
    _ fields: [(name: String, value: String)] = []
  ) -> Response {
    let own: [(name: String, value: String)] = [
      ("Content-Type", type), ("Content-Length", "\(bytes.count)"),
      ("Cache-Control", cache.rawValue),
    ]
    return Response(
      status, group: 0, fields: own + restrictions + fields, body: ByteBuffer(bytes: bytes))
  }
}
