import GiftDomain
import Testing

/// Windows in which a gift has another price or order.
struct TermsExamples {
  private let rose: GiftID
  private let now: Timestamp
  private var state: GiftState

  /// A rose for 10 coins, in place 5, that stands since the first instant.
  init() throws {
    rose = try GiftID("rose")
    now = try at(5)
    state = GiftState(
      gift: rose,
      definition: try Definition(
        names: LocalNames([LocaleTag("en"): GiftName("Rose")], fallback: LocaleTag("en")),
        price: Price(coins: 10), category: .general, places: [.gifts: Order(5)],
        audience: .everybody, isStreakable: false, tags: [], latestVersion: VersionNumber(1),
        note: nil),
      versions: [
        try AnimationVersion(
          gift: rose, number: .first,
          asset: try SHA256Digest(bytes: [UInt8](repeating: 1, count: 32)), byteCount: 1,
          facts: try AnimationFacts(
            width: 1, height: 1, frameRateHz: 1, frameCount: 1, durationMs: 1),
          playback: .once, since: try ChangeNumber(1), pictures: nil)
      ],
      schedule: try GiftSchedule([
        Availability(window: try Window(from: at(0)), version: .first)
      ]))
  }

  private func publish(
    _ from: Int64?, _ until: Int64?, price: Int64? = nil, order: Int64? = nil,
    replacing: Replacement = .nothing
  ) throws -> GiftState {
    let terms = Terms(
      price: try price.map { try Price(coins: $0) }, order: try order.map { try Order($0) })
    let edit = try EditState(
      now: now, change: ChangeNumber(2),
      histories: [
        GiftHistory(
          gift: rose, versions: state.versions,
          definitions: state.definition.map {
            [Recorded($0, since: state.versions[0].since, until: nil)]
          } ?? [],
          availabilities: state.schedule.availabilities.map {
            Recorded($0, since: state.versions[0].since, until: nil)
          }, pictures: [], changes: [ChangeNumber(1)])
      ], rollbacks: [], rotations: [], groups: [], otherAudiences: [], touched: [:],
      undos: [:], withdrawals: .none)
    let command = Command.publish(
      gift: rose, version: nil, from: try from.map { try at($0) },
      until: try until.map { try at($0) },
      terms: price == nil && order == nil ? nil : terms, replace: replacing)
    do throws(EditRejection) {
      let difference = try edit.applying([command], expecting: nil)
      return difference.gifts.first?.after ?? self.state
    } catch {
      throw error.commands[0].reason
    }
  }

  private func price(_ state: GiftState, _ instant: Int64) throws -> Int64? {
    Catalogue(of: [state], at: try at(instant)).items.first?.definition.price?.coins
  }

  @Test mutating func `a gift costs less in a window, and then what it did`() throws {
    state = try publish(6, 9, price: 3, order: -1)
    #expect(try (4...10).map { try price(state, $0) } == [10, 10, 3, 3, 3, 10, 10])
    let catalogue = Catalogue(of: [state], at: try at(7))
    #expect(catalogue.items[0].definition.order?.value == -1)
    #expect(catalogue.items[0].version.number == .first)
    #expect(try state.shown.boundaries == [at(0), at(6), at(9)])
    #expect(try catalogue.nextBoundary == at(9) && catalogue.lastBoundary == at(6))
    // The definition itself is as it was, and a difference is one that clients see.
    #expect(state.definition?.price?.coins == 10)
    let before = try Catalogue(of: [state], at: at(5))
    #expect(CatalogueDifference(from: before, to: catalogue).changed.count == 1)
  }

  @Test mutating func `other terms are told an hour before, and only those`() throws {
    let (hour, from, until) = (
      3_600_000_000 as Int64, 9_000_000_000 as Int64, 19_000_000_000 as Int64
    )
    state = try publish(from, until, price: 3)
    func told(_ instant: Int64) throws -> (
      changes: Int64?, price: Int64?, last: Int64?, next: Int64?
    ) {
      let catalogue = Catalogue(of: [state], at: try at(instant))
      let continuation = catalogue.items.first?.continuation
      return (
        continuation?.from.microseconds, continuation?.terms?.price?.coins,
        catalogue.lastTold?.microseconds, catalogue.nextTold?.microseconds
      )
    }
    #expect(try told(10) == (from, nil, 0, from - hour))
    #expect(try told(from - hour - 1) == (from, nil, 0, from - hour))
    #expect(try told(from - hour) == (from, 3, from - hour, from))
    #expect(try told(from - 1) == (from, 3, from - hour, from))
    // Then back to the usual price, of which the window says nothing: it is the definition's.
    #expect(try told(from) == (until, nil, from, until - hour))
    let last = Catalogue(of: [state], at: try at(until - 1)).items.first
    #expect(last?.continuation?.terms == .usual)
    #expect(try told(until) == (nil, nil, until, nil))
    // What people are told of boundaries is not moved by that.
    #expect(Catalogue(of: [state], at: try at(10)).nextBoundary?.microseconds == from)
  }

  @Test mutating func `a gift that goes off has no continuation`() throws {
    state = GiftState(
      gift: rose, definition: state.definition, versions: state.versions,
      schedule: try GiftSchedule([
        Availability(window: try Window(from: at(0), until: at(8)), version: .first)
      ]))
    let catalogue = Catalogue(of: [state], at: try at(7))
    #expect(catalogue.items.first?.continuation == nil && catalogue.items.count == 1)
    #expect(catalogue.nextTold == (try at(8)))
  }

  @Test mutating func `again is nothing, and another end moves it with its terms`() throws {
    state = try publish(6, 9, price: 3)
    #expect(try publish(6, 9, price: 3) == state)
    #expect(try publish(6, 9) == state)
    state = try publish(6, 11)
    #expect(try (5...11).map { try price(state, $0) } == [10, 3, 3, 3, 3, 3, 10])
    state = try publish(6, 8, price: 3)
    #expect(try (5...8).map { try price(state, $0) } == [10, 3, 3, 10])
  }

  @Test mutating func `other terms are another window, and in each other's way`() throws {
    state = try publish(6, 9, price: 3)
    let planned = state.schedule.windows
    #expect(throws: Rejection.overlapsPlanned(rose, planned)) { try publish(6, 9, price: 4) }
    #expect(throws: Rejection.overlapsPlanned(rose, planned)) { try publish(8, 10, order: 1) }
    state = try publish(7, 8, price: 4, replacing: .overlap)
    #expect(try (5...9).map { try price(state, $0) } == [10, 3, 4, 3, 10])
    // Windows on the same terms that meet are one to clients.
    state = try publish(9, 10, price: 3)
    #expect(try state.shown.boundaries == [at(0), at(6), at(7), at(8), at(10)])
  }

  @Test func `terms need an end, and an order a place in the panel`() throws {
    #expect(throws: Rejection.invalid(.termsWithoutEnd)) { try publish(6, nil, price: 3) }
    var elsewhere = self
    let definition = try #require(state.definition)
    elsewhere.state = GiftState(
      gift: rose,
      definition: try Definition(
        names: definition.names, price: nil, category: .general,
        places: [PlacementName("splash"): Order(1)], audience: .everybody, isStreakable: false,
        tags: [],
        latestVersion: definition.latestVersion, note: nil),
      versions: state.versions, schedule: state.schedule)
    #expect(throws: Rejection.notInGifts(rose)) { try elsewhere.publish(6, 9, order: 1) }
    #expect(try elsewhere.price(elsewhere.publish(6, 9, price: 2), 7) == 2)
  }
}
