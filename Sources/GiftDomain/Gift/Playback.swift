/// How clients play an animation: as a whole or in segments, once or again and again.
///
/// With a segment named `main` and a loop of it, a client plays from the beginning to the end of
/// `main`, then `main` again until it has what it waits for, and then the rest.
package struct Playback: Hashable, Sendable, Codable {
  /// The most segments of an animation.
  package static let maxSegments = 50
  /// How often an animation may be played: often enough for any gift, and an end in sight.
  package static let counts: ClosedRange<Int64> = 2...1_000

  /// What is played again.
  package enum Loop: Hashable, Sendable {
    /// Nothing: the animation plays once.
    case never
    /// The whole animation, until something else stops it.
    case always
    /// The whole animation, this many times in all, within `counts`.
    case times(Int64)
    /// The segment of this name, which the animation has.
    case segment(SegmentName)
  }

  /// A named part of an animation.
  package struct Segment: Hashable, Sendable, Codable {
    /// The frames that a composition may have: 2^53, up to which a Double tells whole numbers
    /// apart.
    private static let mostFrames = 1_000_000_000.0

    /// Its name, once in its animation.
    package let name: SegmentName
    /// The frame at which it begins, in the frames of the composition; not always whole in real
    /// files.
    package let first: Double
    /// The frame at which it ends, after `first`.
    package let last: Double

    /// Throws `DomainError.emptySegment` unless `last` comes after `first`.
    package init(name: SegmentName, first: Double, last: Double) throws(DomainError) {
      guard first < last, abs(first) <= Self.mostFrames, abs(last) <= Self.mostFrames else {
        throw .emptySegment(name, first: first, last: last)
      }
      self.name = name
      // Zero has one form.
      self.first = first + 0
      self.last = last + 0
    }

    /// Throws `DomainError`, or what the decoder throws.
    package init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      try self.init(
        name: values.decode(SegmentName.self, forKey: .name),
        first: values.decode(Double.self, forKey: .first),
        last: values.decode(Double.self, forKey: .last))
    }
  }

  /// An animation that plays once, as a whole.
  package static let once = Playback(loop: .never)

  /// What is played again.
  package let loop: Loop
  /// The named parts, by their first frame, then by name; they may overlap.
  package let segments: [Segment]

  private init(loop: Loop) {
    self.loop = loop
    segments = []
  }

  /// A playback with segments in any order.
  ///
  /// Throws `DomainError.tooMany` above `maxSegments`, `repeated` for two segments of one name,
  /// `segmentMissing` for a loop of one that is not there, `outOfRange` for a count outside
  /// `counts`.
  package init(loop: Loop, segments: [Segment]) throws(DomainError) {
    guard segments.count <= Self.maxSegments else {
      throw .tooMany(.segment, count: segments.count, limit: Self.maxSegments)
    }
    var names: Set<SegmentName> = []
    for segment in segments where !names.insert(segment.name).inserted {
      throw .repeated(.segment, text: segment.name.text)
    }
    switch loop {
    case .never, .always: break
    case .times(let count): _ = try Self.counts.checked(count, .loopCount)
    case .segment(let name):
      guard names.contains(name) else { throw .segmentMissing(name, of: names.sorted()) }
    }
    self.loop = loop
    self.segments = segments.sorted { ($0.first, $0.name) < ($1.first, $1.name) }
  }

  /// Throws `DomainError`, or what the decoder throws.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      loop: values.decode(Loop.self, forKey: .loop),
      segments: values.decode([Segment].self, forKey: .segments))
  }
}

extension Playback.Loop: Codable {
  /// Reads `true`, `false`, a number or a segment's name; throws `DomainError`, or what the decoder
  /// throws.
  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    // Another type is tried next, and only the last attempt tells what is wrong.
    if let isLooping = try? value.decode(Bool.self) {
      self = isLooping ? .always : .never
      return
    }
    // The same.
    if let count = try? value.decode(Int64.self) {
      self = .times(count)
      return
    }
    self = .segment(try value.decode(SegmentName.self))
  }

  /// Writes what is read.
  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .never: try value.encode(false)
    case .always: try value.encode(true)
    case .times(let count): try value.encode(count)
    case .segment(let name): try value.encode(name)
    }
  }
}

extension Playback {
  /// `loops main; segments intro 0–30, main 30–60`; nil for an animation that plays once, as a
  /// whole.
  package var phrase: String? {
    let parts = [
      loop.phrase,
      segments.isEmpty
        ? nil
        : "segments "
          + segments.map { "\($0.name) \(short($0.first))–\(short($0.last))" }
          .joined(separator: ", "),
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}

extension Playback.Loop {
  /// `loops main`; nil for an animation that plays once.
  fileprivate var phrase: String? {
    switch self {
    case .never: nil
    case .always: "loops"
    case .times(let count): "plays \(count) times"
    case .segment(let name): "loops \(name)"
    }
  }
}
