// ConnectionModelRun owns the long run of the connection model: as many random scenarios as it is
// told, in a release build. It must not know what a scenario is.

import ConnectionModel
import Glibc

@main
struct Main {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
    let count = arguments.first ?? 1_000_000
    var random = SplitMix(state: arguments.dropFirst().first ?? 1)
    for number in 0..<count {
      let bytes = (0..<Int(16 + random.next() % 200)).map { _ in
        UInt8(truncatingIfNeeded: random.next() >> 32)
      }
      let faults = ConnectionScenario.faults(bytes)
      if !faults.isEmpty {
        print("scenario \(number): \(faults.joined(separator: "; "))")
        print(bytes)
        exit(1)
      }
    }
    print("\(count) random sequences, no fault")
  }
}
