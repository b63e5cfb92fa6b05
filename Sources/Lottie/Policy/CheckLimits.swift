/// The budgets of a check; each limit is inclusive.
package struct CheckLimits: Sendable, Hashable {
  /// Limits of the JSON text; `maxBytes` among them is 2 MiB unless set.
  package var json = JSONLimits()
  /// Findings in a report.
  package var maxFindings = 200
  /// Findings of one rule in a report.
  package var maxFindingsPerRule = 20
  /// Frames a second; displays refresh at 120 Hz at most, and some authors export at double that.
  package var maxFrameRateHz = 240.0
  /// Width and height of the composition, in pixels; common GPUs hold textures of that size.
  package var maxSidePixels = 8_192
  /// Length of the animation in seconds; the longest of the public corpus lasts 48.
  package var maxDurationSeconds = 300.0
  /// Layers in the file, and once precompositions are multiplied out.
  package var maxExpandedLayers = 20_000
  /// Precompositions inside each other before a warning.
  package var maxPrecompositionDepth = 16
  /// Copies that one stack of repeaters makes.
  package var maxCopies = 1_000
  /// How many times larger or smaller a repeater may make its last copy.
  package var maxRepeaterGrowth = 1e6
  /// Points of a star or polygon.
  package var maxStarPoints = 1_000
  /// Dash and gap together, in pixels: shorter ones cost more than they show.
  package var minDashPixels = 0.01
  /// Pixels of all embedded images together; 16,777,216 take 64 MiB in a player.
  package var maxImagePixels = 16_777_216
  /// The size of a number beyond which a 32-bit float no longer tells whole pixels apart: 2^24.
  package var maxPreciseMagnitude = 16_777_216.0
  /// The size of a number beyond which players that round to 32-bit integers overflow: 2^31 - 1.
  package var maxMagnitude = 2_147_483_647.0

  /// The size of the file in bytes; the same as `json.maxBytes`.
  package var maxBytes: Int {
    get { json.maxBytes }
    set { json.maxBytes = newValue }
  }

  /// The limits that a profile has unless others are named.
  ///
  /// The specification has no budgets: there, only what one process can check in reasonable memory
  /// is a limit.
  package init(_ profile: Profile = .gift) {
    guard profile == .spec else { return }
    maxBytes = 67_108_864
    json.maxNodes = 16_000_000
    maxFrameRateHz = 1_000
    maxSidePixels = 65_535
    maxDurationSeconds = 86_400
    maxExpandedLayers = 1_000_000
    maxImagePixels = 1_073_741_824
  }
}
