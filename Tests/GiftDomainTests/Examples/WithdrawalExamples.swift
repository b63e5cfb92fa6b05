import GiftDomain
import Testing

/// What a withdrawal does to plans, and what may bring them back.
struct WithdrawalExamples {
  private let rose: GiftID
  private let old: AnimationCandidate
  private let new: AnimationCandidate
  private var catalogue: CommandCatalogue

  init() throws {
    var chance = SplitMix64(seed: 1)
    rose = try GiftID("rose")
    catalogue = try CommandCatalogue(&chance)
    (old, new) = (try Self.candidate(8), try Self.candidate(9))
    catalogue = try #require(
      try catalogue.applying([
        .addVersion(gift: rose, animation: old), .addVersion(gift: rose, animation: new),
      ]))
  }

  private static func candidate(_ byte: UInt8) throws -> AnimationCandidate {
    try AnimationCandidate(
      asset: SHA256Digest(bytes: [UInt8](repeating: byte, count: SHA256Digest.byteCount)),
      byteCount: 9,
      facts: AnimationFacts(
        width: 512, height: 512, frameRateHz: 30, frameCount: 90, durationMs: 3_000),
      playback: .once, chosen: .none)
  }

  /// The number of the version with some bytes.
  private func number(_ animation: AnimationCandidate) throws -> VersionNumber {
    let versions = try #require(try catalogue.state.gifts[rose]).versions
    return try #require(versions.first { $0.asset == animation.asset }).number
  }

  private func publish(
    _ animation: AnimationCandidate, from: Timestamp? = nil, until: Timestamp? = nil
  ) throws -> Command {
    .publish(
      gift: rose, version: try number(animation), from: from, until: until, replace: .nothing)
  }

  private func withdraw(_ animation: AnimationCandidate, _ isWithdrawn: Bool = true) -> Command {
    .setWithdrawn(gift: rose, animation: animation.asset, withdrawn: isWithdrawn)
  }

  private func hours(_ count: Int64) -> Timestamp { catalogue.now.later(count * 3_600_000_000) }

  /// The versions that rose shows from now on.
  private func shown(_ catalogue: CommandCatalogue) throws -> [VersionNumber] {
    try #require(try catalogue.state.gifts[rose]).shown.onward(from: catalogue.now).entries
      .map(\.version)
  }

  @Test func `a withdrawn standing version goes off, and another one can be published`() throws {
    let live = try #require(try catalogue.applying([try publish(old)]))
    let withdrawn = try #require(try live.applying([withdraw(old)]))
    #expect(try shown(withdrawn).isEmpty)
    #expect(throws: Rejection.versionWithdrawn(rose, try number(old))) {
      try withdrawn.state.applying([try publish(old)])
    }
    let other = try #require(try withdrawn.applying([try publish(new)]))
    #expect(try shown(other) == [try number(new)])
    #expect(try withdrawn.difference(of: [withdraw(old)])?.isEmpty == true)
  }

  @Test func `plans of other versions stay when one is withdrawn`() throws {
    let planned = try #require(
      try catalogue.applying([
        try publish(new), try publish(old, from: hours(2), until: hours(4)),
        try publish(old, from: hours(9)), try publish(new, from: hours(12)),
      ]))
    #expect(try shown(planned) == [new, old, new, old, new].map { try number($0) })
    let withdrawn = try #require(try planned.applying([withdraw(old)]))
    #expect(Set(try shown(withdrawn)) == [try number(new)])
    let running = try #require(
      try catalogue.applying([try publish(new), try publish(old, until: hours(4))]))
    #expect(try shown(try #require(try running.applying([withdraw(old)]))) == [try number(new)])
  }

  @Test func `clients are told of a withdrawal of what was ever shown, and of no other`() throws {
    let draft = try #require(try catalogue.difference(of: [withdraw(old)]))
    #expect(!draft.isEmpty && !draft.altersCatalogue(now: catalogue.now))
    var retired = try #require(try catalogue.applying([try publish(old)]))
    retired.now = hours(1)
    retired = try #require(try retired.applying([.retire(gift: rose, at: nil)]))
    retired.now = hours(2)
    let later = try #require(try retired.difference(of: [withdraw(old)]))
    #expect(later.altersCatalogue(now: retired.now))
  }

  @Test func `a gift leaves the rotation that brings a withdrawn version of it`() throws {
    let spring = try RotationName("spring")
    let shape = RotationShape(
      zone: .utc, first: try LocalTime("2026-03-02 10:00"), cadence: try Cadence(1, .day),
      stay: nil,
      lineup: [
        LineupSpec(gift: rose, version: try number(old)),
        LineupSpec(gift: try GiftID("heart"), version: nil),
      ],
      perTurn: 1, turnCount: nil, until: nil)
    let turning = try #require(
      try catalogue.applying([.addRotation(rotation: spring, shape: shape)]))
    let withdrawn = try #require(try turning.applying([withdraw(old)]))
    #expect(!withdrawn.rotationsNow.contains { $0.brings(rose, from: withdrawn.now) })
    let other = try #require(try turning.applying([withdraw(new)]))
    #expect(other.rotationsNow.contains { $0.brings(rose, from: other.now) })
    #expect(throws: Rejection.versionWithdrawn(rose, try number(old))) {
      try withdrawn.state.applying([
        .swapGift(
          rotation: spring, turn: 3, gift: try GiftID("heart"),
          for: LineupSpec(gift: rose, version: try number(old)))
      ])
    }
  }

  @Test func `undo of a withdrawal restores plans, and allowing the bytes again plans nothing`()
    throws
  {
    let live = try #require(try catalogue.applying([try publish(old)]))
    let withdrawn = try #require(try live.applying([withdraw(old)]))
    let undone = try #require(try withdrawn.applying([.undo(change: withdrawn.last)]))
    #expect(try shown(undone) == [try number(old)])
    let allowed = try #require(try withdrawn.applying([withdraw(old, false)]))
    #expect(try shown(allowed).isEmpty)
    #expect(try #require(try allowed.state.gifts[rose]).withdrawn.isEmpty)
    #expect(try shown(try #require(try allowed.applying([try publish(old)]))) == [try number(old)])
  }

  @Test func `a rollback leaves withdrawn versions withdrawn and off, and undo refuses them`()
    throws
  {
    let live = try #require(try catalogue.applying([try publish(old)]))
    let off = try #require(try live.applying([.retire(gift: rose, at: nil)]))
    let withdrawn = try #require(try off.applying([withdraw(old)]))
    for command in [
      Command.rollBack(gift: rose, to: live.last), .rollBack(gift: rose, to: .zero),
      .rollBackAll(to: live.last), .rollBackAll(to: .zero),
    ] {
      let back = try #require(try withdrawn.applying([command]))
      let state = try #require(try back.state.gifts[rose])
      #expect(state.withdrawn == [try number(old)], "\(command)")
      #expect(try shown(back).isEmpty, "\(command)")
    }
    #expect(throws: Rejection.versionWithdrawn(rose, try number(old))) {
      try withdrawn.state.applying([.undo(change: off.last)])
    }
  }

  @Test func `a gift that was rolled back to nothing can be withdrawn, and is off then`() throws {
    let live = try #require(try catalogue.applying([try publish(old)]))
    let gone = try #require(try live.applying([.rollBack(gift: rose, to: .zero)]))
    let withdrawn = try #require(try gone.applying([withdraw(old)]))
    let state = try #require(try withdrawn.state.gifts[rose])
    #expect(state.isDefined)
    #expect(state.withdrawn == [try number(old)])
    #expect(try shown(withdrawn).isEmpty)
  }

  @Test func `withdrawn bytes are not added again, by the same edit neither`() throws {
    let heart = try GiftID("heart")
    #expect(throws: Rejection.versionWithdrawn(rose, try number(old))) {
      try catalogue.state.applying([withdraw(old), .addVersion(gift: heart, animation: old)])
    }
    let withdrawn = try #require(try catalogue.applying([withdraw(old)]))
    let why = Withdrawal(
      gift: rose, version: try number(old), change: withdrawn.last, actor: try Actor("tester"),
      reason: nil)
    for gift in [rose, heart] {
      #expect(throws: Rejection.bytesWithdrawn(why)) {
        try withdrawn.state.applying([.addVersion(gift: gift, animation: old)])
      }
    }
  }

  @Test func `a catalogue names no withdrawn version, whatever is planned`() throws {
    let live = try #require(try catalogue.applying([try publish(old)]))
    let state = try #require(try live.state.gifts[rose])
    let forced = GiftState(
      gift: rose, definition: state.definition?.withdrawing([try number(old)]),
      versions: state.versions, schedule: state.schedule)
    #expect(Catalogue(of: [state], at: live.now).items.count == 1)
    #expect(Catalogue(of: [forced], at: live.now).items.isEmpty)
  }
}
