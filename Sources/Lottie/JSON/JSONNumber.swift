/// The values of numbers that the reader has accepted.
enum JSONNumber {
  /// Up to here, whole numbers and powers of ten are exact in a Double, so their product or
  /// quotient is rounded only once (Clinger, How to Read Floating Point Numbers, 1990).
  private static let exactMantissa: UInt64 = 1 << 53
  private static let exactPowers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// The Double nearest to the written number, or ±infinity beyond its range.
  static func double(_ text: [UInt8], _ range: Range<Int>) -> Double {
    var mantissa: UInt64 = 0
    var scale = 0
    var hasPoint = false
    for index in range {
      let byte = text[index]
      if ASCII.isDigit(byte) {
        guard mantissa < exactMantissa / 16 else { return slowDouble(text[range]) }
        mantissa = mantissa &* 10 &+ UInt64(byte &- ASCII.zero)
        if hasPoint { scale &+= 1 }
      } else if byte == ASCII.point {
        hasPoint = true
      } else if byte != ASCII.minus {
        return slowDouble(text[range])
      }
    }
    guard scale < exactPowers.count else { return slowDouble(text[range]) }
    // Dividing takes longer than reading the rest of a short number.
    let value = scale == 0 ? Double(mantissa) : Double(mantissa) / exactPowers[scale]
    return text[range.lowerBound] == ASCII.minus ? -value : value
  }

  private static func slowDouble(_ written: ArraySlice<UInt8>) -> Double {
    Double(String(decoding: written, as: UTF8.self)) ?? .nan
  }
}

extension JSONDocument {
  /// Whether a number is written with digits only, as players that read integers require.
  func isWrittenAsInteger(_ number: NodeID) -> Bool {
    written(number).dropFirst().allSatisfy(ASCII.isDigit)
  }
}
