import Foundation
import Support
import Testing

/// The state machine against a client, a system and a naive model of both; `make model` runs a
/// million sequences.
struct ModelTests {
  private static let settings = ProcessInfo.processInfo.environment
  private static let sequences = settings["SEQUENCES"].flatMap(Int.init) ?? 4_000
  private static let seed = settings["SEED"].flatMap(UInt64.init) ?? 0
  private static let parts = 8

  @Test(arguments: 0..<parts)
  func `each request has one answer, in order, whatever happens`(part: Int) {
    var random = SplitMix64(seed: Self.seed << 8 | UInt64(part))
    for _ in 0..<(Self.sequences / Self.parts) {
      let bytes = (0..<Int.random(in: 16...200, using: &random)).map { _ in
        UInt8.random(in: .min ... .max, using: &random)
      }
      let faults = ConnectionScenario.faults(bytes)
      #expect(faults.isEmpty, "\(bytes)")
    }
  }
}
