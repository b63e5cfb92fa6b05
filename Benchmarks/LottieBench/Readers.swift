import CLibRlottie
import Foundation
import Lottie

/// The checker against rlottie's own parser and against the toolchain's JSON reader: each reads
/// the same files out of memory.
struct Readers {
  /// Rounds, of which the fastest counts: a shared machine only ever makes one slower.
  private static let rounds = 11
  /// What is asked for, beside each ratio.
  private static let wanted = (rlottie: 2.0, serialization: 10.0)

  /// rlottie keeps what it has read under its name, so each reading gets a name of its own.
  private var readings = 0

  /// A file in the form that each of the readers takes.
  private struct Input {
    let bytes: [UInt8]
    let data: Data
    let terminated: [CChar]

    init(_ file: String) throws {
      bytes = try Files.bytes(file)
      data = Data(bytes)
      terminated = bytes.map { CChar(bitPattern: $0) } + [0]
    }
  }

  static func report(on files: [String]) throws {
    var readers = Readers()
    // What a reader gives up on early would be read in no time.
    let inputs = try files.map(Input.init).filter {
      Lottie.check($0.bytes).summary != nil && readers.isParsed($0) && readers.isLoaded($0)
    }
    let megabytes = Double(inputs.reduce(0) { $0 + $1.bytes.count }) / 1e6
    var times: (check: [Double], rlottie: [Double], serialization: [Double]) = ([], [], [])
    for _ in 0..<rounds {
      times.check.append(warm { for input in inputs { _ = Lottie.check(input.bytes) } })
      times.rlottie.append(warm { for input in inputs { _ = readers.isLoaded(input) } })
      times.serialization.append(warm { for input in inputs { _ = readers.isParsed(input) } })
    }
    let check = megabytes / (times.check.min() ?? .infinity)
    let rlottie = megabytes / (times.rlottie.min() ?? .infinity)
    let serialization = megabytes / (times.serialization.min() ?? .infinity)
    print(
      """
      \(inputs.count) files, \(shown(megabytes)) MB, fastest of \(rounds) rounds
        giftctl's check, profile gift   \(shown(check)) MB/s
        rlottie's parser                \(shown(rlottie)) MB/s
        JSONSerialization               \(shown(serialization)) MB/s
      check / rlottie           \(shown(check / rlottie)) \
      (wanted: at least \(shown(wanted.rlottie)))
      check / JSONSerialization \(shown(check / serialization)) \
      (wanted: at least \(shown(wanted.serialization)))
      """)
  }

  /// The seconds of a round that follows one of its own kind, so that none finds the memory as
  /// another reader left it.
  private static func warm(_ round: () -> Void) -> Double {
    round()
    return seconds(round)
  }

  private func isParsed(_ input: Input) -> Bool {
    // A file that it refuses is left out of the comparison.
    (try? JSONSerialization.jsonObject(with: input.data)) != nil
  }

  private mutating func isLoaded(_ input: Input) -> Bool {
    readings += 1
    // SAFETY: the text ends with a zero, the names are copied, and the animation is destroyed once.
    guard
      let animation = unsafe lottie_animation_from_data(
        input.terminated, "reading \(readings)", "")
    else { return false }
    unsafe lottie_animation_destroy(animation)
    return true
  }
}
