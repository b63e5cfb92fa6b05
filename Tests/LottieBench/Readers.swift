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
    let read = try files.map(Files.bytes)
    // What a reader gives up on early would be read in no time.
    let texts = read.filter {
      Lottie.check($0).summary != nil && isRead($0) && readers.isLoaded($0)
    }
    let megabytes = Double(texts.reduce(0) { $0 + $1.count }) / 1e6
    var times: (check: [Double], rlottie: [Double], serialization: [Double]) = ([], [], [])
    for _ in 0..<rounds {
      times.check.append(seconds { for text in texts { _ = Lottie.check(text) } })
      times.rlottie.append(seconds { for text in texts { _ = readers.isLoaded(text) } })
      times.serialization.append(seconds { for text in texts { _ = isRead(text) } })
    }
    let check = megabytes / median(times.check)
    let rlottie = megabytes / median(times.rlottie)
    let serialization = megabytes / median(times.serialization)
    print(
      """
      \(texts.count) files, \(shown(megabytes)) MB, median of \(rounds) rounds
        giftctl's check, profile gift   \(shown(check)) MB/s
        rlottie's parser                \(shown(rlottie)) MB/s
        JSONSerialization               \(shown(serialization)) MB/s
      check / rlottie           \(shown(check / rlottie)) \
      (wanted: at least \(shown(wanted.rlottie)))
      check / JSONSerialization \(shown(check / serialization)) \
      (wanted: at least \(shown(wanted.serialization)))
      """)
  }

  private static func isRead(_ text: [UInt8]) -> Bool {
    do {
      _ = try JSONSerialization.jsonObject(with: Data(text))
      return true
    } catch {
      return false
    }
  }

  private mutating func isLoaded(_ text: [UInt8]) -> Bool {
    readings += 1
    let name = String(readings)
    // SAFETY: rlottie copies the text, which ends in a zero byte as it wants, and the animation is
    // destroyed once.
    return unsafe String(decoding: text, as: UTF8.self).withCString { cString in
      guard let animation = unsafe lottie_animation_from_data(cString, name, "") else {
        return false
      }
      unsafe lottie_animation_destroy(animation)
      return true
    }
  }
}
