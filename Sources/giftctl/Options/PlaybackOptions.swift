import ArgumentParser
import GiftDomain

/// How an animation is played, as options.
struct PlaybackOptions: ParsableArguments {
  @Option(
    help: .init(
      "Play the animation again: true, false, a number of plays, or a segment's name. [default "
        + "for a new animation: false]", valueName: "what"))
  var loop: LoopArgument?

  @Option(
    help: .init(
      "Name a part of the animation by its first and last frame, such as intro=0-30; can be "
        + "repeated. Replaces all earlier segments. [default for a new animation: its markers]",
      valueName: "name=first-last"),
    transform: SegmentArgument.init)
  var segment: [SegmentArgument] = []

  @Flag(help: "Remove all segments.")
  var noSegments = false

  /// The changes to the playback.
  ///
  /// Throws `DomainError` for a value that breaks its rule.
  func patch() throws -> PlaybackPatch {
    guard segment.isEmpty || !noSegments else {
      throw CommandError.usage("Give --segment or --no-segments, not both.")
    }
    var written = WrittenPlayback()
    written.loop = loop?.loop
    written.segments = segment.isEmpty && !noSegments ? nil : segment.map(\.segment)
    return try written.patch()
  }
}

/// `true`, `false`, `3` or `main`: what is played again.
struct LoopArgument: ExpressibleByArgument {
  let loop: WrittenPlayback.Loop

  init(argument: String) {
    loop =
      Bool(argument.lowercased()).map { .whole($0) } ?? Int64(argument).map { .times($0) }
      ?? .segment(argument)
  }
}

/// `intro=0-30`: a name, and the first and last frame.
struct SegmentArgument: Sendable {
  let segment: WrittenPlayback.Segment

  /// Throws `UnreadableArgument` for anything else.
  init(argument: String) throws(UnreadableArgument) {
    let unreadable = UnreadableArgument("write a name, then the first and last frame: intro=0-30")
    // A name may have an equals sign, and frames none.
    guard let separator = argument.lastIndex(of: "=") else { throw unreadable }
    let frames = argument[argument.index(after: separator)...]
    // The first frame may be negative, where the in point is.
    guard let hyphen = frames.dropFirst().firstIndex(of: "-"),
      let first = Double(frames[..<hyphen]),
      let last = Double(frames[frames.index(after: hyphen)...]),
      first.isFinite, last.isFinite
    else { throw unreadable }
    segment = WrittenPlayback.Segment(
      name: String(argument[..<separator]), first: first, last: last)
  }
}
