import GiftDomain
import GiftStore
import StoreSupport
import Support
import Testing

/// Placements and categories in a database.
@Suite(.timeLimit(.minutes(5)))
struct GroupTests {
  private let fixture: StoreFixture
  private let store: GiftStore
  private let splash: PlacementName
  private let flowers: GiftDomain.Category
  private let rose: GiftID

  init() async throws {
    fixture = try await StoreFixture.migrated()
    store = fixture.store()
    splash = try PlacementName("splash")
    flowers = try Category("flowers")
    rose = try GiftID("rose")
  }

  private func edit(_ commands: Command..., verb: Verb = .placement) async throws -> EditOutcome {
    try await store.commit(commands, EditRequest(verb: verb, actor: try Actor("tester")))
  }

  private func naming(_ name: String, order: Int64? = nil) throws -> Command {
    var patch = CategoryPatch()
    patch.names[try LocaleTag("en")] = try GiftName(name)
    patch.order = try order.map(Order.init)
    return .setCategory(category: flowers, patch: patch)
  }

  @Test func `settings are followed, listed, undone and part of the past`() async throws {
    var followed = try await store.followed(nil)
    #expect(try await edit(.setPlacement(placement: splash, choose: .random)).change?.value == 1)
    // Again is nothing.
    #expect(try await edit(.setPlacement(placement: splash, choose: .random)).change == nil)
    followed = try await store.followed(followed)
    #expect(followed.view.groups.placements == [.gifts: .all, splash: .random])
    _ = try await edit(try naming("Flowers \\ \"“", order: -3), verb: .category)
    _ = try await edit(.setPlacement(placement: splash, choose: .first))
    _ = try await edit(.retireGroup(group: .placement(splash)))
    followed = try await store.followed(followed)
    #expect(followed.view.groups.placements == [.gifts: .all])
    #expect(followed.view.groups.categories[flowers]?.order.value == -3)
    // What clients could see then.
    for (change, choose) in [(1, .random), (2, .random), (3, .first), (4, nil)]
      as [(Int64, PlacementChoice?)]
    {
      let view = try await store.view(at: .change(try ChangeNumber(change)))
      #expect(view.groups.placements[splash] == choose)
      #expect(view.altering.value == change)
    }
    let past = try await store.events(of: nil, by: nil, at: .now, before: nil, limit: 10)
    #expect(
      past.changes.map(\.groups) == [
        [.placement(splash)], [.placement(splash)], [.category(flowers)], [.placement(splash)],
      ])
    #expect(past.groups.map(\.since.value) == [1, 2, 3, 4])
    // The choice was changed since, so only the last change can be undone, and then the one before.
    await #expect(
      throws: StoreError.rejected(
        .undoConflict(
          try ChangeNumber(3), .group(.placement(splash)), by: try ChangeNumber(4),
          try Actor("tester")))
    ) { try await edit(.undo(change: try ChangeNumber(3)), verb: .undo) }
    for (change, choose) in [(4, .first), (3, .random), (1, nil)] as [(Int64, PlacementChoice?)] {
      _ = try await edit(.undo(change: try ChangeNumber(change)), verb: .undo)
      followed = try await store.followed(followed)
      #expect(followed.view.groups.placements[splash] == choose)
    }
    // It was undone, but the placement is gone again by another change.
    await #expect(
      throws: StoreError.rejected(
        .undoConflict(
          try ChangeNumber(4), .group(.placement(splash)), by: try ChangeNumber(7),
          try Actor("tester")))
    ) { try await edit(.undo(change: try ChangeNumber(4)), verb: .undo) }
    _ = try await edit(.rollBackAll(to: try ChangeNumber(3)), verb: .rollback)
    #expect(try await store.followed(followed).view.groups.placements[splash] == .first)
  }

  @Test func `a definition is bound to placements that are there`() async throws {
    let action = try GiftAction.add(1)
    var patch = DefinitionPatch()
    patch.places = [PlaceSpec(placement: splash, number: try Order(2))]
    let define = Command.define(gift: rose, patch: patch)
    try await store.edit(action, of: rose)
    await #expect(throws: StoreError.rejected(.groupNotFound(.placement(splash)))) {
      try await edit(define)
    }
    // In the order of one edit's commands.
    _ = try await edit(.setPlacement(placement: splash, choose: .all), define)
    let places = [splash: try Order(2)]
    #expect(try await store.record(of: rose)?.current().definition?.places == places)
    await #expect(throws: StoreError.rejected(.placementFixed)) {
      try await edit(.retireGroup(group: .placement(.gifts)))
    }
    await #expect(throws: StoreError.rejected(.placementFixed)) {
      try await edit(.setPlacement(placement: .gifts, choose: .random))
    }
    await #expect(throws: StoreError.rejected(.groupNotFound(.category(flowers)))) {
      try await edit(.retireGroup(group: .category(flowers)))
    }
    // The gift keeps it, and can be edited besides.
    _ = try await edit(.retireGroup(group: .placement(splash)))
    patch = DefinitionPatch()
    patch.isStreakable = true
    _ = try await edit(.define(gift: rose, patch: patch))
    #expect(try await store.record(of: rose)?.current().definition?.places == places)
  }

  @Test func `there are at most so many, and the edit that would have more says so`() async throws {
    let commands = try (0..<GiftGroups.maxPlacements).map { number in
      Command.setPlacement(placement: try PlacementName("place-\(number)"), choose: .all)
    }
    let request = EditRequest(verb: .placement, actor: try Actor("tester"))
    _ = try await store.commit(commands, request)
    let most = GiftGroups.maxPlacements
    await #expect(
      throws: StoreError.rejected(.invalid(.tooMany(.placement, count: most + 1, limit: most)))
    ) { try await edit(.setPlacement(placement: splash, choose: .all)) }
    _ = try await edit(.retireGroup(group: .placement(try PlacementName("place-7"))))
    _ = try await edit(.setPlacement(placement: splash, choose: .all))
  }

  @Test func `what is undone at once counts at its end, not on the way there`() async throws {
    let names = try (0..<GiftGroups.maxPlacements).map { try PlacementName("place-\($0)") }
    let request = EditRequest(verb: .placement, actor: try Actor("tester"))
    _ = try await store.commit(
      names.map { .setPlacement(placement: $0, choose: .all) }, request)
    let full = try await store.view(at: .now)
    // Its name comes first, and that of the one that takes its place last.
    _ = try await edit(.retireGroup(group: .placement(names[5])))
    _ = try await edit(.setPlacement(placement: try PlacementName("a"), choose: .all))
    let other = try await store.view(at: .now)
    _ = try await edit(.rollBackAll(to: full.change), verb: .rollback)
    #expect(try await store.view(at: .now).groups == full.groups)
    _ = try await edit(.undo(change: other.change.next), verb: .undo)
    #expect(try await store.view(at: .now).groups == other.groups)
  }

  @Test func `a placement without a choice keeps the one that it has by then`() async throws {
    _ = try await edit(.setPlacement(placement: splash, choose: nil))
    #expect(try await store.view(at: .now).groups.placements[splash] == .all)
    _ = try await edit(.setPlacement(placement: splash, choose: .random))
    #expect(try await edit(.setPlacement(placement: splash, choose: nil)).change == nil)
  }

  @Test func `an expected change protects from a colleague's`() async throws {
    _ = try await edit(.setPlacement(placement: splash, choose: .all))
    _ = try await edit(.setPlacement(placement: splash, choose: .first))
    var request = EditRequest(verb: .placement, actor: try Actor("tester"))
    request.expected = try ChangeNumber(1)
    await #expect(
      throws: StoreError.rejected(
        .groupChangedSince(
          .placement(splash), expected: try ChangeNumber(1), actual: try ChangeNumber(2)))
    ) { try await store.commit([.setPlacement(placement: splash, choose: .random)], request) }
    // It may have been this very edit.
    #expect(
      try await store.commit([.setPlacement(placement: splash, choose: .first)], request).change
        == nil)
  }

  @Test func `an archive brings them back as they were, and a broken one is refused`() async throws
  {
    _ = try await edit(.setPlacement(placement: splash, choose: .random))
    _ = try await edit(try naming("Flowers"), .retireGroup(group: .placement(splash)))
    let archive = try await store.archive()
    #expect(archive.groups.count == 3)
    let copy = try await StoreFixture.migrated().store()
    #expect(try await copy.restore(archive, bytes: sampleBytes))
    #expect(try await copy.archive() == archive)
    #expect(try await copy.view(at: .now).groups == store.view(at: .now).groups)
    let first = archive.groups[0]
    for groups in [
      [first, first], [GroupRecord(first.group, since: .zero)],
      [GroupRecord(first.group, since: try ChangeNumber(3))],
      [GroupRecord(.placement(name: .gifts, choose: .first), since: try ChangeNumber(1))],
    ] {
      let id = groups[groups.count - 1].group.id
      let broken = try archive.with(groups).proven()
      #expect(throws: ArchiveFault.groupBroken(id)) { try broken.validate() }
    }
  }

  @Test func `one that cannot be read is left out, and nothing else`() async throws {
    _ = try await edit(.setPlacement(placement: splash, choose: .random), try naming("Flowers"))
    let before = try await store.followed(nil)
    _ = try await edit(try naming("Flora"), verb: .category)
    try await fixture.script(
      """
      SET LOCAL session_replication_role = replica;
      ALTER TABLE gift_group DROP CONSTRAINT gift_group_settings_are_its_kinds;
      UPDATE gift_group SET settings = '{"names":{"en":" two\\nlines"},"fallback":"en","order":0}'
      WHERE kind = 'category' AND since_change = 2
      """)
    let id = GiftGroup.ID.category(flowers)
    for earlier in [before, nil] {
      let view = try await store.followed(earlier).view
      #expect(view.broken == [.group(id)] && view.groups.categories.isEmpty)
      #expect(view.groups.placements[splash] == .random)
    }
    await #expect(throws: StoreError.broken(.group(id))) { try await store.archive() }
    await #expect(throws: StoreError.broken(.group(id))) { try await edit(try naming("Flora")) }
    await #expect(throws: StoreError.broken(.group(id))) {
      try await edit(.undo(change: try ChangeNumber(1)), verb: .undo)
    }
    // What needs it not goes on.
    try await store.edit(.add(1), of: rose)
    try await store.edit(.publish(), of: rose)
  }
}

extension Archive {
  fileprivate func with(_ groups: [GroupRecord]) -> Archive {
    Archive(
      changes: changes, gifts: gifts, plans: plans, groups: groups, bindings: bindings,
      announcements: announcements, codings: codings)
  }
}
