/// A sequence of words that must not stand in code, such as `try` `!`.
struct Phrase {
  let words: [String]
  let fact: String
  /// The later words follow without a space.
  var isGlued = true

  init(_ words: [String], _ fact: String, isGlued: Bool = true) {
    self.words = words
    self.fact = fact
    self.isGlued = isGlued
  }
}

/// Where the phrases stand in a file.
func occurrences(of phrases: [Phrase], in source: SwiftSource) -> [Violation] {
  let all = words(source.code)
  return all.indices.flatMap { start in
    phrases.compactMap { phrase in
      let range = start..<(start + phrase.words.count)
      guard range.upperBound <= all.count, all[range].map(\.text) == phrase.words,
        !phrase.isGlued || all[range].dropFirst().allSatisfy(\.isGlued)
      else { return nil }
      return source.violation(all[start].line, phrase.fact)
    }
  }
}

/// What no code of ours says.
let forbiddenEverywhere = [
  Phrase(["try", "!"], "try!"),
  Phrase(["as", "!"], "as!"),
  Phrase(["@", "unchecked"], "@unchecked"),
  Phrase(["nonisolated", "(", "unsafe", ")"], "nonisolated(unsafe)"),
  Phrase(["catch", "{", "}"], "an empty catch", isGlued: false),
]

/// What no test says besides: sleeps, switched-off tests, another test library.
let forbiddenInTests = [
  Phrase(["Task", ".", "sleep"], "a sleep in a test"),
  Phrase(["Thread", ".", "sleep"], "a sleep in a test"),
  Phrase(["usleep"], "a sleep in a test"),
  Phrase(["nanosleep"], "a sleep in a test"),
  Phrase([".", "disabled"], "a test that is switched off"),
  Phrase(["withKnownIssue"], "a test that may fail"),
  Phrase(["import", "XCTest"], "XCTest", isGlued: false),
]

/// How code below the executables could learn the time of day, a variable or an argument.
///
/// A monotonic clock is no time of day.
let ambient = [
  Phrase(["Date", "(", ")"], "reads the clock"),
  Phrase(["Date", ".", "now"], "reads the clock"),
  Phrase(["clock_gettime"], "reads the clock"),
  Phrase(["gettimeofday"], "reads the clock"),
  Phrase(["timeIntervalSinceNow"], "reads the clock"),
  Phrase(["ProcessInfo"], "reads the environment"),
  Phrase(["getenv"], "reads the environment"),
  Phrase(["environ"], "reads the environment"),
  Phrase([".", "inherit"], "hands the environment on"),
  Phrase(["CommandLine"], "reads the arguments"),
]
