import FoundationEssentials
import GiftDomain
import Testing

/// The limits of what a rotation is made of.
struct RotationValueTests {
  @Test(arguments: [Int64.min, -1, 0, 3_661, Int64.max], CadenceUnit.allCases)
  func `a cadence has 1 to 3,660 units`(count: Int64, unit: CadenceUnit) {
    let error = DomainError.outOfRange(.cadence, value: count, allowed: 1...3_660)
    #expect(throws: error) { try Cadence(count, unit) }
  }

  @Test(arguments: [Int64.min, -1, 0, 3_661, Int64.max], StayUnit.allCases)
  func `a stay has 1 to 3,660 units`(count: Int64, unit: StayUnit) {
    let error = DomainError.outOfRange(.stay, value: count, allowed: 1...3_660)
    #expect(throws: error) { try Stay(count, unit) }
  }

  @Test func `cadence and stay say themselves`() throws {
    #expect(try Cadence(1, .day).description == "day")
    #expect(try Cadence(3, .week).description == "3 weeks")
    #expect(try Stay(12, .hour).description == "12 hours")
    #expect(try Stay(1, .week).description == "week")
  }

  @Test func `a lineup has at most 500 gifts`() throws {
    let places = try (1...501).map {
      LineupPlace(gift: try GiftID("gift-\($0)"), version: .first)
    }
    #expect(try Lineup(Array(places.dropLast()), perTurn: 500).places.count == 500)
    #expect(throws: DomainError.tooMany(.lineup, count: 501, limit: 500)) {
      try Lineup(places, perTurn: 1)
    }
  }

  @Test func `a gift is in a lineup once, whatever its version`() throws {
    let rose = try GiftID("rose")
    let places = try [1, 2].map { LineupPlace(gift: rose, version: try VersionNumber($0)) }
    #expect(throws: DomainError.repeated(.lineup, text: "rose")) { try Lineup(places, perTurn: 1) }
  }

  @Test(arguments: [Int.min, -1, 0, 501, Int.max])
  func `a turn has 1 to 500 gifts`(perTurn: Int) {
    let error = DomainError.outOfRange(.perTurn, value: Int64(perTurn), allowed: 1...500)
    #expect(throws: error) { try Lineup([], perTurn: perTurn) }
  }

  @Test(arguments: ["", "a", "Spring", "-spring", "spring-", "sp--ring", "frühling", "a b"])
  func `a rotation's name is a slug`(text: String) {
    #expect(throws: DomainError.malformed(.rotationName, text: text)) { try RotationName(text) }
  }

  @Test func `transitions may come in any order`() throws {
    let spring = ZoneRules.Transition(at: 1_000, offsetSeconds: 3_600)
    let autumn = ZoneRules.Transition(at: 90_000_000, offsetSeconds: 0)
    let zone = ZoneRules(name: "A", firstOffsetSeconds: 0, transitions: [autumn, spring])
    #expect(zone == ZoneRules(name: "A", firstOffsetSeconds: 0, transitions: [spring, autumn]))
    #expect(zone.transitions == [spring, autumn])
  }

  @Test func `a rotation without a plan is none`() throws {
    #expect(Rotation(name: try RotationName("spring"), revisions: []) == nil)
  }

  @Test(arguments: [
    (#""A\u001b]0;x\u0007""#, 0, "[]"), (#""""#, 0, "[]"), (#""UTC""#, 86_400, "[]"),
    (#""UTC""#, 0, "[[1,0],[1,3600]]"),
    (#""UTC""#, 0, "[[1,90000]]"), (#""UTC""#, 0, "[[300000000000,0]]"),
  ])
  func `rules that no zone has are not read`(name: String, offset: Int, transitions: String) {
    let text = """
      {"name":\(name),"firstOffsetSeconds":\(offset),"transitions":\(transitions)}
      """
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ZoneRules.self, from: Data(text.utf8))
    }
  }
}
