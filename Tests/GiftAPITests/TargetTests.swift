import GiftAPI
import GiftDomain
import Testing

struct TargetTests {
  @Test(arguments: [
    ("/v1/catalogue", ["v1", "catalogue"]),
    ("/v1/catalogue?since=%00&x", ["v1", "catalogue"]),
    ("/", [""]),
    ("/a//b/", ["a", "", "b", ""]),
    ("/%72ose%2Fx", ["rose/x"]),
    ("/r%C3%B6schen", ["röschen"]),
    ("/../etc/./passwd", ["..", "etc", ".", "passwd"]),
    ("http://gifts.example/rose.json", ["rose.json"]),
    ("HTTP://gifts.example:80?x", [""]),
  ])
  func `a target is taken apart`(text: String, segments: [String]) throws {
    #expect(try RequestTarget(text, maxBytes: 100) == .path(segments))
  }

  @Test(arguments: [
    "", "rose", "?x", "/%", "/%4", "/%zz", "/%00", "/a%0Ab", "/%7F", "/%FF", "/%C3", "/ä", "/a#b",
    "/a b", "/\u{1}", "http://", "http:///x", "ftp://x/y", "gifts.example:80",
  ])
  func `what is no target is refused`(text: String) {
    #expect(throws: APIError.targetMalformed) { try RequestTarget(text, maxBytes: 100) }
  }

  @Test func `a target above the limit is refused`() throws {
    #expect(try RequestTarget("/" + String(repeating: "a", count: 99), maxBytes: 100) != .server)
    #expect(throws: APIError.targetTooLong(limit: 100)) {
      try RequestTarget("/" + String(repeating: "a", count: 100), maxBytes: 100)
    }
  }

  @Test func `each target has one route`() throws {
    let rose = try GiftID("rose")
    let digest = try SHA256Digest(bytes: [UInt8](repeating: 0xAB, count: 32))
    for (target, route) in [
      "/v1/catalogue": Route.catalogue, "/v1/gifts/rose": .gift(rose),
      "/v1/animations/\(digest.hex).json": .animation(digest), "/rose.json": .liveAnimation(rose),
      "/animation/rose": .liveAnimation(rose), "/v1.json": .liveAnimation(try GiftID("v1")),
    ] {
      #expect(try Route(try RequestTarget(target, maxBytes: 100)) == route)
    }
  }

  @Test(arguments: [
    ("/", APIError.routeNotFound), ("/rose", .routeNotFound), ("/v1", .routeNotFound),
    ("/v1/catalogue/", .routeNotFound), ("/v1/gifts", .routeNotFound),
    ("//v1/catalogue", .routeNotFound),
    ("/v1/gifts/rose/x", .routeNotFound), ("/v1/animations/ab", .routeNotFound),
    ("/v1/gifts/..", .giftNotFound(nil)), ("/v1/gifts/ROSE", .giftNotFound(nil)),
    ("/v1/gifts/rose%27%3B--", .giftNotFound(nil)), ("/.json", .giftNotFound(nil)),
    ("/animation/", .giftNotFound(nil)), ("/a%2Fb.json", .giftNotFound(nil)),
    ("/v1/animations/ab.json", .animationNotFound), ("/../../etc/passwd", .routeNotFound),
    ("*", .targetMalformed),
  ])
  func `what is no route says what is missing`(target: String, error: APIError) throws {
    let target = try RequestTarget(target, maxBytes: 1_000)
    #expect(throws: error) { try Route(target) }
  }
}
