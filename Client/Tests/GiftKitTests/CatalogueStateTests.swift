import Foundation
import Testing

@testable import GiftKit

struct CatalogueStateTests {
  private func state(_ change: Int, _ ids: [String]) throws -> CatalogueState {
    var state = CatalogueState()
    let document = try SampleGifts.whole(token(change), ids.map { SampleGifts.json($0) })
    #expect(
      state.apply(document, asked: nil, isMarkedReset: false, at: 0) == .replaced(from: nil))
    return state
  }

  @Test func `a delta drops, adds and replaces, and the result is sorted`() throws {
    var state = try state(1, ["aa", "bb", "cc"])
    let delta = try SampleGifts.delta(
      from: token(1), to: token(2),
      changed: [SampleGifts.json("dd", order: 1), SampleGifts.json("cc", ["price": 99])],
      removed: ["bb"])
    let before = CatalogueToken(token(1))
    #expect(
      state.apply(delta, asked: before, isMarkedReset: false, at: 1) == .replaced(from: before))
    #expect(state.ids == ["dd", "aa", "cc"])
    #expect(state.held?.gifts.last?.price == 99)
    #expect(state.held?.token.description == token(2))
  }

  @Test func `a delta that does not fit changes nothing, and the whole is fetched`() throws {
    let deltas = [
      try SampleGifts.delta(from: token(2), to: token(3)),
      try SampleGifts.delta(from: token(1, 2), to: token(3)),
      try SampleGifts.delta(from: token(1), to: token(1), removed: ["aa"]),
      try SampleGifts.delta(from: token(1), to: token(1), changed: [SampleGifts.json("zz")]),
      try SampleGifts.delta(
        from: token(1), to: token(2), changed: [SampleGifts.json("aa"), SampleGifts.json("aa")]),
      try SampleGifts.delta(
        from: token(1), to: token(2), changed: [SampleGifts.json("aa")], removed: ["aa"]),
    ]
    for delta in deltas {
      var state = try state(1, ["aa", "bb"])
      let before = state.held
      let asked = CatalogueToken(token(1))
      #expect(state.apply(delta, asked: asked, isMarkedReset: true, at: 1) == .needsWhole)
      #expect(state.held == before)
    }
  }

  @Test func `a delta answers only the request that named its beginning`() throws {
    var state = try state(1, ["aa"])
    let delta = try SampleGifts.delta(from: token(1), to: token(2), removed: ["aa"])
    #expect(state.apply(delta, asked: nil, isMarkedReset: false, at: 1) == .needsWhole)
    let late = CatalogueToken(token(7))
    #expect(state.apply(delta, asked: late, isMarkedReset: false, at: 1) == .needsWhole)
    #expect(state.ids == ["aa"])
  }

  @Test func `an older catalogue is ignored, whole or as a delta`() throws {
    var state = try state(5, ["aa"])
    let asked = CatalogueToken(token(5))
    let older = try #require(CatalogueToken(token(4)))
    let whole = try SampleGifts.whole(token(4), [])
    #expect(state.apply(whole, asked: asked, isMarkedReset: false, at: 1) == .older(older))
    let delta = try SampleGifts.delta(from: token(5), to: token(4), removed: ["aa"])
    #expect(state.apply(delta, asked: asked, isMarkedReset: false, at: 2) == .older(older))
    #expect(state.ids == ["aa"])
  }

  @Test func `an older catalogue that is served for five minutes is taken`() throws {
    var state = try state(5, ["aa"])
    let asked = CatalogueToken(token(5))
    let older = try SampleGifts.whole(token(4), [])
    let ignored = CatalogueState.Outcome.older(try #require(CatalogueToken(token(4))))
    for uptime in [10, 130, 250, 309.9] {
      #expect(state.apply(older, asked: asked, isMarkedReset: false, at: uptime) == ignored)
    }
    let outcome = state.apply(older, asked: asked, isMarkedReset: false, at: 310)
    #expect(outcome == .reset(from: try #require(asked)))
    #expect(state.held?.token.description == token(4))
    #expect(state.isReset)
  }

  @Test func `a remembered catalogue that nobody confirms gives way within a minute`() throws {
    guard case .whole(let remembered) = try SampleGifts.whole(token(900_000), []) else { return }
    var state = CatalogueState(remembered: remembered)
    let right = try SampleGifts.whole(token(3), [SampleGifts.json("rose")])
    for second in [0.0, 30, 59] {
      let outcome = state.apply(right, asked: remembered.token, isMarkedReset: false, at: second)
      #expect(outcome == .older(try #require(CatalogueToken(token(3)))))
    }
    let outcome = state.apply(right, asked: remembered.token, isMarkedReset: false, at: 60)
    #expect(outcome == .reset(from: remembered.token))
    #expect(state.ids == ["rose"])
  }

  @Test func `a gift that was malformed on the way is asked for again, with the whole`() throws {
    let rose = SampleGifts.json("rose")
    let broken = try SampleGifts.whole(token(1), [rose, SampleGifts.json("heart", ["price": -1])])
    let whole = try SampleGifts.whole(token(1), [rose, SampleGifts.json("heart")])
    var state = CatalogueState()
    _ = state.apply(broken, asked: nil, isMarkedReset: false, at: 0)
    #expect(state.ids == ["rose"] && state.asked(at: 0, every: 600) == nil)
    // Malformed again, it is so at the server.
    var other = state
    #expect(other.apply(broken, asked: nil, isMarkedReset: false, at: 30) == .confirmed)
    #expect(other.ids == ["rose"] && !other.isComplete)
    #expect(other.asked(at: 0, every: 600) == other.held?.token)
    // A cache may have repeated what was damaged.
    #expect(other.asked(at: 10_000, every: 600) == nil)
    let outcome = state.apply(whole, asked: nil, isMarkedReset: false, at: 30)
    #expect(outcome == .replaced(from: state.held?.token))
    #expect(state.ids == ["heart", "rose"] && state.isComplete)
    #expect(state.asked(at: 10_000, every: 600) == state.held?.token)
  }

  @Test func `answers that are far apart count as a stay, too`() throws {
    var state = CatalogueState()
    let newer = try SampleGifts.whole(token(9), [])
    _ = state.apply(newer, asked: nil, isMarkedReset: false, at: 0)
    let older = try SampleGifts.whole(token(3), [SampleGifts.json("rose")])
    let asked = state.held?.token
    for (second, ids) in [(10.0, [String]()), (610, ["rose"])] {
      _ = state.apply(older, asked: asked, isMarkedReset: false, at: second)
      #expect(state.ids == ids)
    }
  }

  @Test func `one answer that confirms begins the five minutes again`() throws {
    var state = try state(5, ["aa"])
    let asked = CatalogueToken(token(5))
    let older = try SampleGifts.whole(token(4), [])
    let ignored = CatalogueState.Outcome.older(try #require(CatalogueToken(token(4))))
    let same = try SampleGifts.delta(from: token(5), to: token(5))
    #expect(state.apply(older, asked: asked, isMarkedReset: false, at: 10) == ignored)
    #expect(state.apply(same, asked: asked, isMarkedReset: false, at: 300) == .confirmed)
    #expect(state.apply(older, asked: asked, isMarkedReset: false, at: 311) == ignored)
    #expect(state.apply(older, asked: asked, isMarkedReset: false, at: 610) == ignored)
  }

  @Test func `a reset is taken whatever its number, and no longer counts after the next`() throws {
    var state = try state(5, ["aa"])
    let asked = try #require(CatalogueToken(token(5)))
    let other = token(2, history: "bbbbbbbbbbbb")
    let whole = try SampleGifts.whole(other, [SampleGifts.json("zz")])
    #expect(state.apply(whole, asked: asked, isMarkedReset: true, at: 1) == .reset(from: asked))
    #expect(state.ids == ["zz"])
    #expect(state.isReset)
    let next = try SampleGifts.delta(from: other, to: token(3, history: "bbbbbbbbbbbb"))
    let replaced = CatalogueState.Outcome.replaced(from: CatalogueToken(other))
    let answer = state.apply(next, asked: CatalogueToken(other), isMarkedReset: false, at: 2)
    #expect(answer == replaced)
    #expect(!state.isReset)
  }

  @Test func `the mark of a reset counts only for a whole answer to the current token`() throws {
    var state = try state(5, ["aa"])
    let whole = try SampleGifts.whole(token(2, history: "bbbbbbbbbbbb"), [])
    let older = CatalogueState.Outcome.older(
      try #require(CatalogueToken(token(2, history: "bbbbbbbbbbbb"))))
    #expect(state.apply(whole, asked: nil, isMarkedReset: true, at: 1) == older)
    let late = CatalogueToken(token(3))
    #expect(state.apply(whole, asked: late, isMarkedReset: true, at: 1) == older)
    let sameHistory = try SampleGifts.whole(token(2), [])
    let asked = CatalogueToken(token(5))
    let ignored = CatalogueState.Outcome.older(try #require(CatalogueToken(token(2))))
    #expect(state.apply(sameHistory, asked: asked, isMarkedReset: true, at: 1) == ignored)
    #expect(state.ids == ["aa"])
  }

  @Test func `in whatever order answers arrive, the newest stays`() throws {
    let documents = try (1...6).map { number throws(GiftClientError) in
      try SampleGifts.whole(token(number), [SampleGifts.json("g\(number)")])
    }
    for seed in 0..<50 {
      var random = SplitMix64(seed: UInt64(seed))
      var state = CatalogueState()
      var newest = 0
      for number in (1...6).shuffled(using: &random) {
        let asked = state.held?.token
        _ = state.apply(documents[number - 1], asked: asked, isMarkedReset: false, at: 1)
        newest = max(newest, number)
        #expect(state.ids == ["g\(newest)"])
      }
    }
  }

  @Test func `a catalogue as new as the held one, for another kind, replaces it`() throws {
    let old = "7-0123456789ab-1795258074000000"
    var state = CatalogueState()
    let first = try SampleGifts.whole(old, [SampleGifts.json("rose")])
    _ = state.apply(first, asked: nil, isMarkedReset: false, at: 0)
    let own = try SampleGifts.whole(old + "~0c2f8e5a71b4", [SampleGifts.json("rose")])
    let asked = state.held?.token
    #expect(
      state.apply(own, asked: asked, isMarkedReset: false, at: 0)
        == .replaced(from: CatalogueToken(old)))
    #expect(state.held.map(CatalogueDocument.whole) == own)
    #expect(
      state.apply(own, asked: state.held?.token, isMarkedReset: false, at: 1) == .confirmed)
  }

  @Test func `an older catalogue of a second address is never used`() throws {
    var state = CatalogueState()
    _ = state.apply(
      try SampleGifts.whole(token(3), []), asked: nil, isMarkedReset: false, at: 0)
    for second in stride(from: 0.0, through: 1000, by: 100) {
      let outcome = state.apply(
        try SampleGifts.whole(token(2), []), asked: nil, isMarkedReset: false, at: second,
        isFromFallback: true)
      #expect(try outcome == .older(#require(CatalogueToken(token(2)))))
    }
  }

  @Test func `a bundle is completed by the whole catalogue of its own state`() throws {
    guard case .whole(let bundled) = try SampleGifts.whole(token(3), [SampleGifts.json("rose")])
    else { return }
    var state = CatalogueState(remembered: bundled, isPartial: true)
    #expect(state.asked(at: 0, every: 600) == nil)
    let whole = try SampleGifts.whole(
      token(3), [SampleGifts.json("rose"), SampleGifts.json("heart")])
    _ = state.apply(whole, asked: nil, isMarkedReset: false, at: 0)
    #expect(state.ids == ["heart", "rose"])
    #expect(state.asked(at: 0, every: 600)?.description == token(3))
  }
}
