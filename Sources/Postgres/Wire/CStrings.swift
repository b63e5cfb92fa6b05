/// Calls `body` with strings as a C array of C strings that a null ends.
///
/// Safe: the addresses point into one buffer that is pinned until `body` returns, and every string
/// in it ends with NUL.
func withCStrings<R>(_ strings: [String], _ body: ([UnsafePointer<CChar>?]) -> R) -> R {
  var buffer: [UInt8] = []
  var starts: [Int] = []
  for string in strings {
    starts.append(buffer.count)
    buffer.append(contentsOf: string.utf8)
    buffer.append(0)
  }
  return unsafe buffer.withUnsafeBytes { bytes in
    let base = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
    let addresses = unsafe starts.map { start in unsafe base.map { unsafe $0 + start } }
    return unsafe body(addresses + [nil])
  }
}

/// A copy of a C string of libpq's; empty where there is none.
///
/// Safe: libpq's strings end with NUL, and live at least until the next call on what they belong
/// to.
func text(of string: UnsafePointer<CChar>?) -> String {
  guard let string = unsafe string else { return "" }
  return unsafe String(cString: string)
}

/// A message of libpq or the server as one line without control characters.
func oneLine(_ message: String) -> String {
  message.split { $0.isWhitespace || ($0.asciiValue ?? 32) < 32 }.joined(separator: " ")
}
