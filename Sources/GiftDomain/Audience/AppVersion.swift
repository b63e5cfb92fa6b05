/// A version of an app, such as `8.3`: compared number by number, so that 8.10 comes after 8.9, and
/// 8.3.0 is 8.3.
package struct AppVersion: Hashable, Sendable, TextCodable {
  /// The most numbers of a version: Apple allows three, Windows and browsers have four.
  package static let maxNumbers = 4
  /// The most digits of each: a date and a build of the day fit.
  package static let maxDigits = 9

  /// The numbers; those that are not written are 0.
  private let numbers: SIMD4<UInt32>

  /// Throws `DomainError.malformed` for anything but 1 to `maxNumbers` numbers of at most
  /// `maxDigits` digits, with dots between them.
  package init(_ text: String) throws(DomainError) {
    var numbers = SIMD4<UInt32>()
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count <= Self.maxNumbers else { throw .malformed(.appVersion, text: text) }
    for (index, part) in parts.enumerated() {
      guard (1...Self.maxDigits).contains(part.count), let number = decimal(part) else {
        throw .malformed(.appVersion, text: text)
      }
      numbers[index] = number
    }
    self.numbers = numbers
  }

  /// The numbers in normal form: without zeros at the end, or in front of a number.
  package var text: String {
    let all = numbers.indices.map { numbers[$0] }
    let written = all.prefix((all.lastIndex { $0 > 0 } ?? 0) + 1)
    return written.map { String($0) }.joined(separator: ".")
  }

  /// The first version after all that begin with this text: 9 after `8`, 8.1 after `8.0`.
  ///
  /// Nil if the text is not a version, or its last number is the largest.
  static func first(after text: Substring) -> AppVersion? {
    let end = text.lastIndex(of: ".").map(text.index(after:)) ?? text.startIndex
    // It throws for what is not a version, which nothing comes after.
    guard (try? AppVersion(String(text))) != nil, let last = decimal(text[end...].utf8) else {
      return nil
    }
    // A number with a digit too many is none of a version.
    return try? AppVersion(text[..<end] + String(last + 1))
  }

  /// The text of the last version before this one, with all that begin with it; nil for 0.
  var lastBefore: String? {
    guard let end = numbers.indices.last(where: { numbers[$0] > 0 }) else { return nil }
    let written = numbers.indices[...end].map { $0 == end ? numbers[$0] - 1 : numbers[$0] }
    return written.map { String($0) }.joined(separator: ".")
  }

  /// Whether it is what people write for a version that never comes: 99, 999 and so on.
  var isNever: Bool { numbers[0] > 9 && String(numbers[0]).allSatisfy { $0 == "9" } }

  /// Number by number.
  package static func < (left: AppVersion, right: AppVersion) -> Bool {
    for index in left.numbers.indices where left.numbers[index] != right.numbers[index] {
      return left.numbers[index] < right.numbers[index]
    }
    return false
  }
}

/// Digits as a number; nil for anything else.
private func decimal(_ digits: Substring.UTF8View) -> UInt32? {
  var number: UInt32 = 0
  for digit in digits {
    guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
    number = number * 10 + UInt32(digit - UInt8(ascii: "0"))
  }
  return number
}
