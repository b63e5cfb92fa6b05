import GiftDomain
import Testing

/// The same bytes, played in several ways.
struct PlaybackExamples {
  private let rose: GiftID
  private let file: Playback

  init() throws {
    rose = try GiftID("rose")
    file = try Playback(
      loop: .never,
      segments: [Playback.Segment(name: SegmentName("main"), first: 30, last: 60)])
  }

  private func digest() throws -> SHA256Digest {
    try SHA256Digest(bytes: [UInt8](repeating: 9, count: SHA256Digest.byteCount))
  }

  private func adding(_ chosen: PlaybackPatch) throws -> Command {
    let animation = try AnimationCandidate(
      asset: try digest(), byteCount: 1,
      facts: try AnimationFacts(
        width: 512, height: 512, frameRateHz: 30, frameCount: 90, durationMs: 3_000),
      playback: file, chosen: chosen)
    return .addVersion(gift: rose, animation: animation)
  }

  /// The rose after these commands, one change; it has other versions, too.
  private func rose(after commands: [Command]) throws -> GiftState {
    var chance = SplitMix64(seed: 1)
    let difference = try CommandCatalogue(&chance).state.applying(commands)
    return try #require(difference.gifts.first).after
  }

  @Test func `markers are segments, unless others are chosen`() throws {
    let state = try rose(after: [try adding(.none)])
    #expect(state.played.map(\.playback) == [file])
    let none = try rose(after: [try adding(PlaybackPatch(loop: .always, segments: []))])
    #expect(none.played.map(\.playback) == [try Playback(loop: .always, segments: [])])
  }

  @Test func `the same bytes, played otherwise, are another version with the same pictures`()
    throws
  {
    let maker = try PictureMaker(renderer: String(repeating: "a", count: 40), settings: 1)
    let pictures = VersionPictures(maker: maker, outcome: .undrawn(.blank))
    let main = PlaybackPatch(loop: .segment(try SegmentName("main")), segments: nil)
    let state = try rose(after: [
      try adding(.none),
      .setPictures(
        gift: rose, animation: try digest(), pictures: pictures, replace: false),
      try adding(main),
    ])
    let looped = try Playback(loop: .segment(SegmentName("main")), segments: file.segments)
    #expect(state.played.map(\.playback) == [file, looped])
    #expect(state.played.map(\.pictures) == [pictures, pictures])
    #expect(state.definition?.latestVersion == state.played.last?.number)
  }

  @Test func `who chooses nothing keeps what was chosen, and the same choice finds its version`()
    throws
  {
    let always = PlaybackPatch(loop: .always, segments: nil)
    let again = try rose(after: [try adding(.none), try adding(always), try adding(.none)])
    #expect(again.played.count == 2)
    #expect(again.definition?.latestVersion == again.played.last?.number)
    let never = PlaybackPatch(loop: .never, segments: nil)
    let back = try rose(after: [try adding(.none), try adding(always), try adding(never)])
    #expect(back.played.count == 2)
    #expect(back.definition?.latestVersion == back.played.first?.number)
  }

  @Test func `a loop of a segment that is not there is refused`() throws {
    let name = try SegmentName("outro")
    let main = try SegmentName("main")
    #expect(throws: Rejection.invalid(.segmentMissing(name, of: [main]))) {
      try rose(after: [try adding(PlaybackPatch(loop: .segment(name), segments: nil))])
    }
    // Its segment goes, and the loop stays.
    #expect(throws: Rejection.invalid(.segmentMissing(main, of: []))) {
      try rose(after: [
        try adding(PlaybackPatch(loop: .segment(main), segments: nil)),
        try adding(PlaybackPatch(loop: nil, segments: [])),
      ])
    }
  }
}

extension GiftState {
  /// The versions with the bytes of these tests.
  fileprivate var played: [AnimationVersion] { versions.filter { $0.asset.bytes.first == 9 } }
}
