import Foundation
import GiftDomain
import Testing

/// How an animation is played: its rules, and its text.
struct PlaybackTests {
  private static func segment(_ name: String, _ first: Double, _ last: Double) throws
    -> Playback.Segment
  {
    try Playback.Segment(name: SegmentName(name), first: first, last: last)
  }

  @Test(arguments: [
    (#"{"loop":false,"segments":[]}"#, String?.none),
    (#"{"loop":true,"segments":[]}"#, "loops"),
    (#"{"loop":3,"segments":[]}"#, "plays 3 times"),
    (
      #"{"loop":"main","segments":[{"first":0,"last":30,"name":"intro"},"#
        + #"{"first":30,"last":59.5,"name":"main"}]}"#,
      "loops main; segments intro 0–30, main 30–59.5"
    ),
    (
      #"{"loop":false,"segments":[{"first":-10,"last":30,"name":"Größe \"1\""}]}"#,
      "segments Größe \"1\" -10–30"
    ),
  ])
  func `a playback has one text, and a phrase for people`(text: String, phrase: String?) throws {
    let playback = try JSONDecoder().decode(Playback.self, from: Data(text.utf8))
    #expect(playback.phrase == phrase)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    #expect(String(decoding: try encoder.encode(playback), as: UTF8.self) == text)
  }

  @Test func `segments are in the order of their frames, whatever order they came in`() throws {
    let parts = [
      try Self.segment("b", 30, 60), try Self.segment("c", 0, 30), try Self.segment("a", 30, 40),
    ]
    let playback = try Playback(loop: .never, segments: parts)
    #expect(playback.segments.map(\.name.text) == ["c", "a", "b"])
    #expect(try Playback(loop: .never, segments: parts.reversed()) == playback)
  }

  @Test(arguments: [
    (
      #"{"loop":1,"segments":[]}"#, DomainError.outOfRange(.loopCount, value: 1, allowed: 2...1_000)
    ),
    (
      #"{"loop":1001,"segments":[]}"#,
      DomainError.outOfRange(.loopCount, value: 1_001, allowed: 2...1_000)
    ),
    (#"{"loop":"","segments":[]}"#, DomainError.malformed(.segment, text: "")),
    (
      #"{"loop":false,"segments":[{"first":0,"last":1,"name":" a"}]}"#,
      .malformed(.segment, text: " a")
    ),
    (
      #"{"loop":false,"segments":[{"first":0,"last":1,"name":"a"},"#
        + #"{"first":1,"last":2,"name":"a"}]}"#,
      .repeated(.segment, text: "a")
    ),
  ])
  func `a playback that breaks a rule is refused with that rule`(
    text: String, error: DomainError
  ) throws {
    #expect(throws: error) {
      try JSONDecoder().decode(Playback.self, from: Data(text.utf8))
    }
  }

  @Test func `a segment ends after its beginning, and a loop is of a segment that is there`() throws
  {
    let name = try SegmentName("main")
    for (first, last) in [
      (30, 30), (30, 29), (0, .nan), (.nan, 1), (0, .infinity), (-.infinity, 0),
    ]
      as [(Double, Double)]
    {
      #expect(throws: DomainError.self) {
        try Playback.Segment(name: name, first: first, last: last)
      }
    }
    let intro = try Self.segment("intro", 0, 30)
    #expect(throws: DomainError.segmentMissing(name, of: [intro.name])) {
      try Playback(loop: .segment(name), segments: [intro])
    }
    let many = try (0...Playback.maxSegments).map { try Self.segment("s\($0)", 0, 1) }
    #expect(
      throws: DomainError.tooMany(.segment, count: 51, limit: Playback.maxSegments)
    ) { try Playback(loop: .never, segments: many) }
    #expect(
      try Playback(loop: .times(1_000), segments: Array(many.dropLast())).segments.count == 50)
  }

  @Test func `what is written once more is what was read, and playing once is no loop`() throws {
    let playbacks = [
      Playback.once, try Playback(loop: .always, segments: []),
      try Playback(loop: .times(2), segments: [try Self.segment("a", 0, 1)]),
      try Playback(
        loop: .segment(SegmentName("a")), segments: [try Self.segment("a", 0, 1)]),
    ]
    for playback in playbacks {
      let patch = try WrittenPlayback(playback).patch()
      #expect(patch == PlaybackPatch(loop: playback.loop, segments: playback.segments))
    }
    var written = WrittenPlayback()
    #expect(try written.patch() == .none)
    written.loop = .times(1)
    #expect(try written.patch() == PlaybackPatch(loop: .never, segments: nil))
    written.loop = .times(0)
    #expect(throws: DomainError.outOfRange(.loopCount, value: 0, allowed: 2...1_000)) {
      try written.patch()
    }
  }
}
