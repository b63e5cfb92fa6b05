import Foundation

/// Reads JSON once before it is decoded, because a decoder builds a value for every two bytes, and
/// strings and numbers of any length.
///
/// It takes malformed JSON for what it resembles; the decoder says what is wrong with it.
///
/// - Throws: `badResponse` if there are more values than its bytes give reason for, or one that is
///   too long or too deep.
func checkBounds(of body: Data) throws(GiftClientError) {
  var bounds = JSONBounds(most: max(1_000, body.count / ClientLimits.bytesPerValue))
  for byte in body {
    guard let fault = bounds.read(byte) else { continue }
    throw .badResponse(fault)
  }
}

private struct JSONBounds {
  /// The most values.
  let most: Int
  private var values = 0
  private var depth = 0
  /// Bytes of the string or number that is being read; nil outside of both.
  private var length: Int?
  private var isInString = false
  private var isEscaped = false

  init(most: Int) { self.most = most }

  /// Takes in a byte; returns which bound it exceeds, or nil.
  mutating func read(_ byte: UInt8) -> String? {
    if isInString { return readInString(byte) }
    switch byte {
    case UInt8(ascii: "\""): (isInString, length) = (true, 0)
    case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      (depth, length) = (depth - 1, nil)
      return nil
    case UInt8(ascii: ":"):
      // What was before it is a name, and no value.
      (values, length) = (values - 1, nil)
      return nil
    case UInt8(ascii: ","), UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"),
      UInt8(ascii: "\t"):
      length = nil
      return nil
    default:
      guard let length else {
        length = 1
        break
      }
      self.length = length + 1
      return length < ClientLimits.numberBytes ? nil : "a number is too long"
    }
    values += 1
    if values > most { return "it has too many values" }
    return depth <= ClientLimits.jsonDepth ? nil : "it is nested too deeply"
  }

  private mutating func readInString(_ byte: UInt8) -> String? {
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      (isInString, length) = (false, nil)
      return nil
    }
    length = (length ?? 0) + 1
    return (length ?? 0) <= ClientLimits.stringBytes ? nil : "a string is too long"
  }
}
