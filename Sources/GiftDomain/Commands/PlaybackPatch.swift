/// Changes to how an animation is played; nil leaves a part as it is.
package struct PlaybackPatch: Hashable, Sendable, Codable {
  /// A patch that changes nothing.
  package static let none = PlaybackPatch(loop: nil, segments: nil)

  /// What is to be played again.
  package let loop: Playback.Loop?
  /// The new segments, which replace all old ones.
  package let segments: [Playback.Segment]?

  /// A patch from its parts.
  package init(loop: Playback.Loop?, segments: [Playback.Segment]?) {
    self.loop = loop
    self.segments = segments
  }

  /// The playback after the patch.
  ///
  /// Throws `Rejection.invalid` above the limits, for two segments of one name, and for a loop of
  /// one that is not there.
  func applied(to playback: Playback) throws(Rejection) -> Playback {
    try valid { () throws(DomainError) in
      try Playback(loop: loop ?? playback.loop, segments: segments ?? playback.segments)
    }
  }
}

/// A playback as written in options or a manifest, not validated yet; missing values stay as they
/// are.
package struct WrittenPlayback: Encodable, Hashable, Sendable {
  /// What is to be played again.
  package enum Loop: Hashable, Sendable {
    /// The whole animation, or nothing.
    case whole(Bool)
    /// The whole animation, this many times.
    case times(Int64)
    /// A segment.
    case segment(String)
  }

  /// A segment as written.
  package struct Segment: Encodable, Hashable, Sendable {
    /// Its name.
    package let name: String
    /// The frame at which it begins.
    package let first: Double
    /// The frame at which it ends.
    package let last: Double

    /// A segment from its parts.
    package init(name: String, first: Double, last: Double) {
      self.name = name
      self.first = first
      self.last = last
    }
  }

  /// What is to be played again.
  package var loop: Loop?
  /// The segments, which replace all old ones.
  package var segments: [Segment]?

  /// A playback that leaves everything as it is.
  package init() {}

  /// One that gives any animation exactly `playback`.
  package init(_ playback: Playback) {
    loop =
      switch playback.loop {
      case .never: .whole(false)
      case .always: .whole(true)
      case .times(let count): .times(count)
      case .segment(let name): .segment(name.text)
      }
    segments = playback.segments.map {
      Segment(name: $0.name.text, first: $0.first, last: $0.last)
    }
  }

  /// The patch with validated values; playing once is not a loop.
  ///
  /// Throws `DomainError` for a value that breaks its rule.
  package func patch() throws(DomainError) -> PlaybackPatch {
    let loop: Playback.Loop? =
      switch loop {
      case nil: nil
      case .whole(false), .times(1): .never
      case .whole(true): .always
      case .times(let count): .times(try Playback.counts.checked(count, .loopCount))
      case .segment(let name): .segment(try SegmentName(name))
      }
    return PlaybackPatch(
      loop: loop,
      segments: try segments?.map { segment throws(DomainError) in
        try Playback.Segment(
          name: SegmentName(segment.name), first: segment.first, last: segment.last)
      })
  }
}

extension WrittenPlayback.Loop: Encodable {
  /// Writes `true`, `false`, a number or a name.
  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .whole(let isLooping): try value.encode(isLooping)
    case .times(let count): try value.encode(count)
    case .segment(let name): try value.encode(name)
    }
  }
}
