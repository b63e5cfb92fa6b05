import ConnectionModel
import Testing

/// The state machine against a client, a system and a naive model of both; `make model` runs more.
struct ModelTests {
  @Test(arguments: 0..<8)
  func `whatever happens, each request has one answer, in order`(seed: UInt64) {
    var random = SplitMix(state: seed)
    for _ in 0..<500 {
      let bytes = (0..<Int.random(in: 16...200, using: &random)).map { _ in
        UInt8.random(in: .min ... .max, using: &random)
      }
      let faults = ConnectionScenario.faults(bytes)
      #expect(faults.isEmpty, "\(bytes)")
    }
  }
}
