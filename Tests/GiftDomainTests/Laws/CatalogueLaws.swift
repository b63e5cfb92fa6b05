import GiftDomain
import Testing

/// What holds of the catalogue at every instant.
struct CatalogueLaws {
  @Test(arguments: Story.seeds)
  func `the catalogue is what each gift plays, by order, then id`(seed: UInt64) throws {
    try forCatalogues(seed) { states, catalogue, cell in
      let live = states.filter { $0.definition != nil && $0.strip.cells[cell] != 0 }
      let places = catalogue.items.map { ($0.definition.listOrder, $0.gift) }
      return Set(live.map(\.gift)) == Set(catalogue.items.map(\.gift))
        && zip(places, places.dropFirst()).allSatisfy { $0 < $1 }
        && catalogue.items.allSatisfy { item in
          let state = states.first { $0.gift == item.gift }
          return item.definition == state?.definition && item.version.gift == item.gift
            && item.version.number.value == state?.strip.cells[cell]
        }
    }
  }

  @Test(arguments: Story.seeds)
  func `an item's window is the time in which its version plays without a break`(
    seed: UInt64
  ) throws {
    try forCatalogues(seed) { states, catalogue, cell in
      catalogue.items.allSatisfy { item in
        let strip = states.first { $0.gift == item.gift }?.strip
        return strip?.run(around: cell) == Strip.cells(of: item.window)
      }
    }
  }

  @Test(arguments: Story.seeds)
  func `boundaries are the last and next instants at which the catalogue changes`(
    seed: UInt64
  ) throws {
    try forCatalogues(seed) { states, catalogue, cell in
      let strips = states.filter { $0.definition != nil }.map(\.strip.cells)
      let changes = ModelTime.instants.dropFirst().map(Int.init).filter { instant in
        strips.contains { $0[instant] != $0[instant - 1] }
      }
      return catalogue.lastBoundary?.microseconds == changes.last { $0 <= cell }.map(Int64.init)
        && catalogue.nextBoundary?.microseconds == changes.first { $0 > cell }.map(Int64.init)
    }
  }

  @Test(arguments: Story.seeds)
  func `an edit looks different exactly when a catalogue from now on does`(seed: UInt64) throws {
    let broken = try Story.firstStep(of: seed) { step in
      let isSeen = try (step.now.microseconds...ModelTime.instants.upperBound).contains { cell in
        let instant = try at(cell)
        return Seen(Catalogue(of: [step.before], at: instant))
          != Seen(Catalogue(of: [step.after], at: instant))
      }
      return step.after.looksDifferent(from: step.before, now: step.now) != isSeen
    }
    #expect(broken == nil)
  }

  @Test(arguments: Story.seeds)
  func `a token never names two catalogues`(seed: UInt64) throws {
    // Another gift, whose plans stay as they are, so that there are boundaries in between.
    let other = try Story(seed: seed, of: try GiftID("heart")).steps.map(\.after).suffix(1)
    for story in try Story.all(of: seed) {
      var named: [CataloguePosition: [Seen.Item]] = [:]
      var altering = ChangeNumber.zero
      for (step, end) in zip(story.steps, story.steps.dropFirst().map(\.now)) {
        if step.after.looksDifferent(from: step.before, now: step.now) {
          altering = step.context.change
        }
        for cell in step.now.microseconds..<end.microseconds {
          let catalogue = Catalogue(of: [step.after] + other, at: try at(cell))
          let token = CataloguePosition(
            change: altering, history: .none, boundary: catalogue.lastTold ?? .epoch)
          let items = Seen(catalogue).items
          if named.updateValue(items, forKey: token) ?? items != items {
            Issue.record("\(token) names another catalogue after \(step)")
          }
        }
      }
    }
  }

  /// Calls `law` for catalogues of several gifts, each at the end of a story of its own.
  private func forCatalogues(
    _ seed: UInt64, _ law: ([GiftState], Catalogue, Int) throws -> Bool
  ) throws {
    for round in 0..<UInt64(4) {
      let states = try ["rose", "heart", "crown", "teddy"].enumerated().map { index, slug in
        let seed = (seed * 4 + round) * 4 + UInt64(index)
        return try Story(seed: seed, of: try GiftID(slug)).steps.last?.after
      }.compactMap(\.self)
      for cell in ModelTime.instants {
        let catalogue = Catalogue(of: states, at: try at(cell))
        if try !law(states, catalogue, Int(cell)) { Issue.record("\(catalogue) of \(states)") }
      }
    }
  }
}

/// The part of a catalogue that clients can see.
private struct Seen: Hashable {
  struct Item: Hashable {
    let gift: GiftID
    let names: LocalNames
    let price: Price?
    let category: Category
    let places: [PlacementName: Order]
    let audience: Audience
    let isStreakable: Bool
    let tags: Set<GiftDomain.Tag>
    let version: AnimationVersion
    let window: Window
    let continuation: Continuation?
  }

  let items: [Item]
  let lastBoundary: Timestamp?
  let nextBoundary: Timestamp?

  init(_ catalogue: Catalogue) {
    items = catalogue.items.map { item in
      Item(
        gift: item.gift, names: item.definition.names, price: item.definition.price,
        category: item.definition.category, places: item.definition.places,
        audience: item.definition.audience, isStreakable: item.definition.isStreakable,
        tags: item.definition.tags,
        version: item.version, window: item.window, continuation: item.continuation)
    }
    lastBoundary = catalogue.lastBoundary
    nextBoundary = catalogue.nextBoundary
  }
}

extension GiftState {
  fileprivate var strip: Strip { Strip(self) }
}
