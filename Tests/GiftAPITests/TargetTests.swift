import Delivery
import GiftDomain
import Testing

@testable import GiftAPI

struct TargetTests {
  @Test(arguments: [
    "/%", "/%4", "/%zz", "/%00", "/a%0Ab", "/%7F", "/%FF", "/%C3", "/a#b", "/a?b#c",
  ])
  func `a target that is badly encoded is refused`(text: String) {
    #expect(throws: APIError.refused(.targetMalformed)) { try route(text) }
  }

  @Test func `each target has one route, however it is written`() throws {
    let rose = AddressKey("rose")
    let digest = String(repeating: "ab", count: 32)
    let token = AddressKey("1-2")
    let gifts = CatalogueQuestion(placement: nil, client: .unknown)
    let splash = CatalogueQuestion(placement: AddressKey("splash"), client: .unknown)
    let phone = ClientKind(
      platform: .ios, app: try AppVersion("8.3"), region: try Region("DE"))
    let theirs = CatalogueQuestion(placement: nil, client: phone)
    for (target, route) in [
      "*": Route.server, "/v1/catalogue": .catalogue(gifts),
      "/v1/catalogue?": .catalogue(gifts),
      "/v1/catalogue?x=%00&y": .catalogue(gifts),
      "/v1/catalogue?since=1-2": .changes(since: token, gifts),
      "/v1/catalogue?a=b&since=1-2&c": .changes(since: token, gifts),
      "/v1/catalogue?%73ince=1%2D2": .changes(since: token, gifts),
      "/v1/catalogue?since": .changes(since: AddressKey(""), gifts),
      "/v1/catalogue?since=1-2&since=1-2": .changes(since: AddressKey(""), gifts),
      "/v1/catalogue?since=%zz": .changes(since: AddressKey(""), gifts),
      "/v1/catalogue?since=\(String(repeating: "1", count: 65))": .changes(since: nil, gifts),
      "/v1/catalogue?placement=gifts": .catalogue(gifts),
      "/v1/catalogue?a=b&placement=spl%61sh": .catalogue(splash),
      "/v1/catalogue?placement=splash&since=1-2": .changes(since: token, splash),
      "/v1/catalogue?since=1-2&placement=splash": .changes(since: token, splash),
      "/v1/catalogue?platform=ios&app=8.3&region=DE": .catalogue(theirs),
      "/v1/catalogue?region=de&a&app=08.3.0&pl%61tform=i%6Fs": .catalogue(theirs),
      "/v1/catalogue?platform=ios&since=1-2&region=DE&app=8.3": .changes(since: token, theirs),
      "/v1/upcoming": .upcoming(.unknown), "/v1/upcoming?since=1-2": .upcoming(.unknown),
      "/v1/upcoming?region=DE&app=8.3&platform=ios": .upcoming(phone),
      "/v1/events": .events, "/v1/gifts/rose": .gift(rose), "/v1/gifts/ros%65?x": .gift(rose),
      "/v1/animations/\(digest).json": .animation(AddressKey(digest)),
      "/v1/pictures/\(digest).webp": .picture(AddressKey(digest)),
      "/v1/%70ictures/\(digest).web%70": .picture(AddressKey(digest)),
      "/rose.json": .liveAnimation(rose), "/%72ose%2Ejson": .liveAnimation(rose),
      "/animation/rose": .liveAnimation(rose), "/v1.json": .liveAnimation(AddressKey("v1")),
      "http://gifts.example/rose.json": .liveAnimation(rose),
      "HTTP://gifts.example:80/v1/events?x": .events,
    ] {
      #expect(try self.route(target) == route, "\(target)")
    }
  }

  @Test(arguments: [
    ("platform=iOS", ClientParameter.platform), ("platform=", .platform),
    ("platform=ios&platform=ios", .platform), ("platform=%zz", .platform),
    ("app=8.", .app), ("platform=ios&app=", .app), ("platform=ios&app=8.3b", .app),
    ("platform=ios&app=1.2.3.4.5", .app), ("platform=ios&app=1234567890", .app),
    ("region=D", .region), ("region=DEU", .region), ("region=%C3%84A", .region),
    ("region=276", .region), ("region=%C3%9F", .region),
  ])
  func `a client that misspells what it is learns the rule`(
    query: String, parameter: ClientParameter
  ) {
    for path in ["/v1/catalogue?", "/v1/catalogue?since=1-2&", "/v1/upcoming?"] {
      #expect(throws: APIError.parameterMalformed(parameter)) { try route(path + query) }
    }
    #expect(throws: Never.self) { try route("/v1/gifts/rose?" + query) }
  }

  @Test func `there is a series of counts for each group of routes`() {
    #expect(RouteGroup.allCases.count <= Response.maxGroups)
  }

  @Test(arguments: [
    "/", "/rose", "/v1", "/v1/catalogue/", "/v1/gifts", "//v1/catalogue", "/v1/gifts/rose/x",
    "/v1/animations/ab", "/v1/pictures/ab.json", "/v1/pictures/ab", "/v1/animations/ab.webp",
    "/v1/upcoming/", ":", "http:", "http:/",
    "/../../etc/passwd", "HTTP://gifts.example:80?x", "http://gifts",
    "/v1%2Fcatalogue", "/V1/catalogue",
  ])
  func `where nothing is, nothing is found`(target: String) {
    #expect(throws: APIError.routeNotFound) { try route(target) }
  }

  @Test(arguments: [
    "/v1/gifts/..", "/v1/gifts/ROSE", "/v1/gifts/rose%27%3B--", "/.json", "/animation/",
    "/a%2Fb.json", "/v1/gifts/r%C3%B6schen", "/\(String(repeating: "a", count: 65)).json",
  ])
  func `what cannot be a gift is not one`(target: String) async throws {
    let answer = try await StockedCatalogue().get(target)
    #expect(answer.text.contains("There is no such gift."))
  }

  @Test(arguments: ["ab", "", String(repeating: "a", count: 65), String(repeating: "z", count: 64)])
  func `what cannot be a digest is not an animation`(name: String) async throws {
    let answer = try await StockedCatalogue().get("/v1/animations/\(name).json")
    #expect(answer.text.contains("animation_not_found"))
  }

  private func route(_ target: String) throws(APIError) -> Route {
    try Route(target.utf8Span.span)
  }
}
