/// How an animation is played: as a whole or in segments, once or again and again.
public struct Playback: Sendable, Hashable, Codable {
  /// What is played again.
  public enum Loop: Sendable, Hashable, Codable {
    /// Nothing: the animation plays once.
    case never
    /// The whole animation, until something else stops it.
    case always
    /// The whole animation, this many times in all, from 2 to 1,000.
    case times(Int)
    /// The segment of this name: play from the beginning to its end, then the segment until what
    /// the viewer waits for is there, then the rest.
    case segment(String)
  }

  /// A named part of an animation.
  public struct Segment: Sendable, Hashable, Codable {
    /// Once in its animation.
    public let name: String
    /// The frame at which it begins, counted as the file counts.
    public let first: Double
    /// The frame at which it ends, after `first`.
    public let last: Double

    /// A segment, as for a test or a preview.
    public init(name: String, first: Double, last: Double) {
      (self.name, self.first, self.last) = (name, first, last)
    }
  }

  /// What is played again.
  public let loop: Loop
  /// The named parts, at most 50, by their first frame, then by name; they may overlap.
  public let segments: [Segment]

  /// How something is played, as for a test or a preview.
  public init(loop: Loop, segments: [Segment]) {
    (self.loop, self.segments) = (loop, segments)
  }

  /// The segment that is played again; nil unless `loop` names one.
  public var repeated: Segment? {
    guard case .segment(let name) = loop else { return nil }
    return segments.first { $0.name.utf8.elementsEqual(name.utf8) }
  }
}

/// A playback as the read API writes it (openapi.yaml, `Playback`).
struct PlaybackRecord: Codable {
  struct Segment: Codable {
    let first: Double
    let last: Double
    let name: String
  }

  let loop: LoopRecord
  let segments: [Segment]

  init(_ playback: Playback) {
    loop = LoopRecord(loop: playback.loop)
    segments = playback.segments.map { Segment(first: $0.first, last: $0.last, name: $0.name) }
  }

  /// The playback; nil if a value is out of the range that openapi.yaml gives.
  var playback: Playback? {
    let parts = segments.map {
      Playback.Segment(name: $0.name, first: $0.first, last: $0.last)
    }
    // By bytes, as the server compares them: String takes é for e with an accent.
    let names = Set(parts.map { Array($0.name.utf8) })
    guard names.count == parts.count, parts.count <= 50,
      parts.allSatisfy({ $0.first < $0.last && $0.first.isFinite && $0.last.isFinite }),
      names.allSatisfy({ (1...256).contains($0.count) })
    else { return nil }
    switch loop.loop {
    case .never, .always: break
    case .times(let count): guard (2...1_000).contains(count) else { return nil }
    case .segment(let name): guard names.contains(Array(name.utf8)) else { return nil }
    }
    return Playback(loop: loop.loop, segments: parts)
  }
}

/// `true`, `false`, a number, or a segment's name.
struct LoopRecord: Codable {
  let loop: Playback.Loop

  init(loop: Playback.Loop) { self.loop = loop }

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    // Another type is tried next, and only the last attempt tells what is wrong.
    if let isLooping = try? value.decode(Bool.self) {
      loop = isLooping ? .always : .never
      return
    }
    // The same.
    if let count = try? value.decode(Int.self) {
      loop = .times(count)
      return
    }
    loop = .segment(try value.decode(String.self))
  }

  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch loop {
    case .never: try value.encode(false)
    case .always: try value.encode(true)
    case .times(let count): try value.encode(count)
    case .segment(let name): try value.encode(name)
    }
  }
}
