/// The first message of giftdraw, sent before it reads a byte.
package struct DrawHello: DrawMessage {
  /// Whether it can draw.
  package enum Outcome: Hashable, Sendable {
    /// It is jailed; `landlock` is the version of Landlock in force, 0 for none.
    case jailed(landlock: UInt32)
    /// It refuses to draw.
    case noJail(JailObstacle)
  }

  /// Whether it can draw.
  package let outcome: Outcome
  /// The build id of the rlottie that draws; five zeros if it has none, and so does not draw.
  package let renderer: Renderer

  /// "Helo" in ASCII.
  package static let mark: UInt32 = 0x6F6C_6548
  /// Those of the values below, in their order.
  package static let wordCount = 4 + Renderer.wordCount

  /// What giftdraw says of itself.
  package init(_ outcome: Outcome, renderer: Renderer) {
    self.outcome = outcome
    self.renderer = renderer
  }

  /// Its values, in their order.
  package var words: [UInt32] {
    switch outcome {
    case .jailed(let landlock): [DrawLimits.version, 0, landlock, 0] + renderer.words
    case .noJail(let obstacle):
      [DrawLimits.version, obstacle.step.rawValue, 0, obstacle.error] + renderer.words
    }
  }

  /// Throws `DrawMessageFault` for values that it cannot have.
  package init(words: [UInt32]) throws(DrawMessageFault) {
    guard words[0] == DrawLimits.version else { throw .wrongVersion }
    renderer = Renderer(words: Array(words[4...]))
    if words[1] == 0 {
      guard words[3] == 0 else { throw .outOfRange }
      outcome = .jailed(landlock: words[2])
    } else {
      guard let step = JailObstacle.Step(rawValue: words[1]), words[2] == 0 else {
        throw .outOfRange
      }
      outcome = .noJail(JailObstacle(step: step, error: words[3]))
    }
  }
}

/// Why giftdraw cannot jail itself.
package struct JailObstacle: Error, Hashable, Sendable {
  /// What it was doing.
  package enum Step: UInt32, CaseIterable, Sendable {
    /// Limiting its memory, time and files.
    case limits = 1
    /// Closing the files that it inherited.
    case files
    /// Giving up privileges for good.
    case privileges
    /// Drawing a tiny animation, with which rlottie loads what it needs.
    case warmUp
    /// Forbidding system calls with seccomp.
    case seccomp
    /// Limiting its memory, time and stack, as lower limits are in force already.
    case outerLimits
    /// Telling which rlottie draws, as it has no build id.
    case buildID
  }

  /// What it was doing.
  package let step: Step
  /// The system's error number, 0 if there is none.
  package let error: UInt32

  /// An obstacle at that step.
  package init(step: Step, error: UInt32) {
    self.step = step
    self.error = error
  }
}

/// Which build of rlottie draws: the linker's build id, 20 bytes as five words.
package struct Renderer: Hashable, Sendable {
  static let wordCount = 5
  let words: [UInt32]

  init(words: [UInt32]) { self.words = words }

  /// The renderer with that build id; without one if there are not 20 bytes.
  package init(buildID bytes: [UInt8]) {
    guard bytes.count == 4 * Self.wordCount else {
      words = Array(repeating: 0, count: Self.wordCount)
      return
    }
    words = (0..<Self.wordCount).map { index in
      bytes[(4 * index)..<(4 * index + 4)].reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  /// The build id in 40 hexadecimal digits, lower-case, as `file` and debuggers write it.
  package var text: String {
    words.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }
}
