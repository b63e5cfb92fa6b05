import CLibRlottie
import Foundation
import Lottie

/// The checker against rlottie's own parser and against the toolchain's JSON reader.
struct Readers {
  /// Rounds, of which the median counts.
  private static let rounds = 7
  /// What the issue of speed asks for, beside each ratio.
  private static let wanted = (rlottie: 2.0, serialization: 10.0)

  /// rlottie keeps what it has read under its name, so each reading gets a name of its own.
  private var readings = 0

  static func report(on files: [String]) throws {
    var readers = Readers()
    // What a reader gives up on early would be read in no time.
    var files = try files.filter { Lottie.check(try Files.bytes($0)).summary != nil }
    files = try files.filter { try readers.isParsed($0) && readers.isLoaded($0) }
    let megabytes = try Double(files.reduce(0) { $0 + (try Files.bytes($1).count) }) / 1e6
    var times: (check: [Double], rlottie: [Double], serialization: [Double]) = ([], [], [])
    for _ in 0..<rounds {
      times.check.append(
        try seconds { for file in files { _ = Lottie.check(try Files.bytes(file)) } })
      times.rlottie.append(seconds { for file in files { _ = readers.isLoaded(file) } })
      times.serialization.append(
        try seconds { for file in files { _ = try readers.isParsed(file) } })
    }
    let check = megabytes / median(times.check)
    let rlottie = megabytes / median(times.rlottie)
    let serialization = megabytes / median(times.serialization)
    print(
      """
      \(files.count) files, \(shown(megabytes)) MB, median of \(rounds) rounds
        giftctl's check, profile gift   \(shown(check)) MB/s
        rlottie's parser                \(shown(rlottie)) MB/s
        JSONSerialization               \(shown(serialization)) MB/s
      check / rlottie           \(shown(check / rlottie)) \
      (wanted: at least \(shown(wanted.rlottie)))
      check / JSONSerialization \(shown(check / serialization)) \
      (wanted: at least \(shown(wanted.serialization)))
      """)
  }

  private func isParsed(_ file: String) throws -> Bool {
    let data = try Data(contentsOf: URL(filePath: file))
    // A file that it refuses is left out of the comparison.
    return (try? JSONSerialization.jsonObject(with: data)) != nil
  }

  private mutating func isLoaded(_ file: String) -> Bool {
    // SAFETY: the animation is destroyed once, here.
    guard let animation = unsafe lottie_animation_from_file(file) else { return false }
    unsafe lottie_animation_destroy(animation)
    return true
  }
}
