import ArgumentParser
import GiftDomain

/// What to do with earlier plans that overlap.
struct ReplaceOptions: ParsableArguments {
  @Flag(help: "Drop plans in the way: later standing versions; with --until, windows that overlap.")
  var replace = false

  @Flag(help: "With --until: drop only the overlapping parts of windows, and keep the rest.")
  var keepRest = false

  /// The choice, for a window until `end`, or for good.
  ///
  /// Throws `CommandError.usage` for a rest to keep without a window.
  func replacement(until end: TimeArgument?) throws(CommandError) -> Replacement {
    guard keepRest else { return replace ? .whole : .nothing }
    guard end != nil else {
      throw .usage("--keep-rest needs --until: it is about windows that overlap.")
    }
    return .overlap
  }
}
