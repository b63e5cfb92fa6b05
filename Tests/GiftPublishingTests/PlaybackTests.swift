import Foundation
import GiftDomain
import GiftPublishing
import GiftStore
import Lottie
import Pictures
import StoreSupport
import Support
import SystemPackage
import Testing

/// How an animation is played, from its markers or by choice.
@Suite(.timeLimit(.minutes(5)))
struct PlaybackTests {
  private let rose: GiftID

  init() throws { rose = try GiftID("rose") }

  /// The rose, with these markers instead of its own.
  private func marked(_ markers: String) throws -> [UInt8] {
    let text = String(decoding: try Fixtures.bytes("rose.json"), as: UTF8.self)
    let own = try #require(text.firstRange(of: /"markers":\[[^\]]*\]/))
    return Array(text.replacing(text[own], with: "\"markers\":[\(markers)]").utf8)
  }

  private func segment(_ name: String, _ first: Double, _ last: Double) throws -> Playback.Segment {
    try Playback.Segment(name: SegmentName(name), first: first, last: last)
  }

  @Test func `markers with a length are segments, and others are left out`() async throws {
    let fixture = try await StoreFixture()
    let markers = """
      {"cm":"main","tm":30,"dr":30},{"cm":"intro","tm":0,"dr":30},{"cm":"point","tm":3,"dr":0},\
      {"cm":"main","tm":0,"dr":1},{"cm":"","tm":0,"dr":1},{"cm":"late","tm":80,"dr":11},\
      {"cm":"end","tm":60,"dr":30}
      """
    let added = try await fixture.publisher.add(
      [rose], animation: try marked(markers), patch(), request(.add))
    let version = try #require(added.outcome.difference.gifts.first?.after.versions.first)
    let expected = try Playback(
      loop: .never,
      segments: [segment("intro", 0, 30), segment("main", 30, 60), segment("end", 60, 90)])
    #expect(version.playback == expected)
    // As the store has it, for those who may write and for those who may not.
    let state = try await fixture.store.record(of: rose)?.current()
    #expect(state?.versions.first?.playback == expected)
  }

  @Test func `another playback is another version, with or without the file`() async throws {
    let fixture = try await StoreFixture()
    let publisher = fixture.publisher
    let bytes = try Fixtures.bytes("rose.json")
    _ = try await publisher.add([rose], animation: bytes, patch(), request(.add))
    let parts = PlaybackPatch(
      loop: .segment(try SegmentName("main")), segments: [try segment("main", 30, 60)])
    let chosen = try await publisher.add(
      [rose], animation: bytes, playback: parts, patch(), request(.add))
    #expect(chosen.outcome.difference.gifts.first?.after.versions.count == 2)
    let again = try await publisher.add(
      [rose], animation: bytes, playback: parts, patch(), request(.add))
    #expect(again.outcome.change == nil)
    // The file alone leaves it.
    let plain = try await publisher.add([rose], animation: bytes, patch(), request(.add))
    #expect(plain.outcome.change == nil)
    // What is not chosen stays.
    let looping = try await publisher.add(
      [rose], animation: nil, playback: PlaybackPatch(loop: .always, segments: nil), patch(),
      request(.add))
    let versions = try #require(looping.outcome.difference.gifts.first?.after.versions)
    #expect(versions.map(\.number.value) == [1, 2, 3])
    #expect(
      versions.last?.playback
        == (try Playback(loop: .always, segments: [segment("main", 30, 60)])))
    #expect(try await fixture.assetCount() == 1)
  }

  @Test func `a segment has to be within the frames, and the gift has to be there`() async throws {
    let fixture = try await StoreFixture()
    let part = try segment("main", 30, 91)
    let parts = PlaybackPatch(loop: nil, segments: [part])
    guard
      case .store(.rejected(.invalid(let error))) = await failure(of: {
        try await fixture.publisher.add(
          [rose], animation: try Fixtures.bytes("rose.json"), playback: parts, patch(),
          request(.add))
      })
    else {
      Issue.record("a segment beyond the last frame was taken")
      return
    }
    #expect(error == .segmentOutside(part.name, first: 30, last: 91, frames: 0...90))
    #expect(try await fixture.isEmpty())
    guard
      case .store(.rejected(.giftNotFound(rose))) = await failure(of: {
        try await fixture.publisher.add(
          [rose], animation: nil, playback: PlaybackPatch(loop: .always, segments: nil), patch(),
          request(.add))
      })
    else {
      Issue.record("a gift without a version was played")
      return
    }
    #expect(try await fixture.isEmpty())
  }

  @Test func `a version that is added meanwhile is not replaced by the one before it`() async throws
  {
    let fixture = try await StoreFixture()
    let publisher = fixture.publisher
    _ = try await publisher.add(
      [rose], animation: try Fixtures.bytes("rose.json"), patch(), request(.add))
    let seen = try #require(try await fixture.store.record(of: rose)?.history.changes.last)
    _ = try await publisher.add(
      [rose], animation: try Fixtures.bytes("heart.json"), patch(), request(.add))
    var late = try request(.add)
    late.expected = seen
    guard
      case .store(.rejected(.changedSince)) = await failure(of: {
        try await publisher.add(
          [rose], animation: nil, playback: PlaybackPatch(loop: .always, segments: nil), patch(),
          late)
      })
    else {
      Issue.record("an older version became the latest again")
      return
    }
  }

  @Test func `what is stored is played otherwise whatever the check says today`() async throws {
    let fixture = try await StoreFixture()
    let bytes = try Fixtures.bytes("rose.json")
    _ = try await fixture.publisher.add([rose], animation: bytes, patch(), request(.add))
    var policy = CheckPolicy.gift
    policy.limits.maxBytes = bytes.count - 1
    let strict = Publisher(store: fixture.store, policy: policy, drawing: nil)
    let looped = try await strict.add(
      [rose], animation: nil, playback: PlaybackPatch(loop: .always, segments: nil), patch(),
      request(.add))
    #expect(looped.outcome.difference.gifts.first?.after.versions.count == 2)
  }

  @Test func `the same file of several gifts is played as each of them says`() async throws {
    let fixture = try await StoreFixture()
    let manifest = try Manifest(
      text: Array(
        """
        {"gifts":[{"id":"m1","file":"rose.json","names":{"en":"A"},"price":1,"loop":true},
        {"id":"m2","file":"rose.json","names":{"en":"B"},"price":1,"loop":3},
        {"id":"m3","file":"rose.json","names":{"en":"C"},"price":1}]}
        """.utf8))
    let drawn = PictureDrawing(
      DrawingTool(path: FilePath(try Places.builtProduct("giftdraw"))), atOnce: 2)
    let drawing = Publisher(store: fixture.store, drawing: drawn)
    let plan = try await drawing.plan(manifest, for: request(.import), read: Fixtures.read) { _ in }
    let outcome = try await drawing.carryOut(plan, request(.import)) { _ in }
    #expect(
      outcome.difference.gifts.map { $0.after.versions.map(\.playback.loop) }
        == [[.always], [.times(3)], [.never]])
  }

  @Test func `commands from before there were playbacks are read`() throws {
    let text = """
      {"addVersion":{"animation":{"asset":"\(String(repeating: "0a", count: 32))","byteCount":2,
      "facts":{"durationMs":3000,"frameCount":90,"frameRate":30,"height":512,"width":512}},
      "gift":"rose"}}
      """
    guard
      case .addVersion(rose, let animation) = try JSONDecoder().decode(
        Command.self, from: Data(text.utf8))
    else {
      Issue.record("another command")
      return
    }
    #expect(animation.playback == .once && animation.chosen == .none)
  }

  @Test func `an archive restores the playback`() async throws {
    let fixture = try await StoreFixture()
    let parts = PlaybackPatch(
      loop: .times(3), segments: [try segment("main \"1\" \\", 0.5, 60)])
    _ = try await fixture.publisher.add(
      [rose], animation: try Fixtures.bytes("rose.json"), playback: parts, patch(), request(.add))
    let archive = try await fixture.store.archive()
    let text = try archive.text()
    #expect(try Archive(text: text) == archive)
    let version = archive.gifts.first?.history.versions.first
    #expect(version?.playback == (try Playback(loop: .times(3), segments: parts.segments ?? [])))
  }
}
