/// Reads libpq's message about a failed connection attempt, the only thing it gives.
struct ConnectFailure {
  /// The SQLSTATE of the server's answer, if a server answered.
  let sqlState: String?

  /// The message as one line, without the SQLSTATE.
  let reason: String

  /// `message` was written with `PQERRORS_VERBOSE`, as `… FATAL:  28000: text`, then `DETAIL:` and
  /// `LOCATION:` lines, of which only the first is for people.
  init(message: String) {
    let kept = message.split(separator: "\n").prefix { line in
      !["DETAIL:", "HINT:", "CONTEXT:", "LOCATION:"].contains { line.hasPrefix($0) }
    }
    let line = oneLine(kept.joined(separator: " "))
    if let match = line.firstRange(where: Self.isState) {
      sqlState = String(line[match].dropFirst(2).dropLast(2))
      reason = line.replacingSubrange(match, with: ": ")
    } else {
      sqlState = nil
      reason = line
    }
  }

  /// A server that starts, stops or is full may take the next attempt, or another host may
  /// (PostgreSQL documentation, appendix A: 53300, 57P01, 57P02, 57P03).
  var isPassing: Bool {
    guard let sqlState else { return true }
    return ["53300", "57P01", "57P02", "57P03"].contains(sqlState)
  }

  /// Whether this is `: 28000: `; every SQLSTATE has a digit, and `FATAL` and `PANIC` have none.
  private static func isState(_ window: Substring) -> Bool {
    let state = window.dropFirst(2).dropLast(2)
    return window.hasPrefix(": ") && window.hasSuffix(": ")
      && state.allSatisfy { $0.isASCII && ($0.isNumber || $0.isUppercase) }
      && state.contains { $0.isNumber }
  }
}

extension String {
  /// The first stretch of nine characters, as long as an SQLSTATE between two colons, that
  /// satisfies `condition`.
  fileprivate func firstRange(where condition: (Substring) -> Bool) -> Range<Index>? {
    var start = startIndex
    while let end = index(start, offsetBy: 9, limitedBy: endIndex) {
      if condition(self[start..<end]) { return start..<end }
      start = index(after: start)
    }
    return nil
  }

  fileprivate func replacingSubrange(_ range: Range<Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
