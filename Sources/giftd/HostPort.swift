import ArgumentParser

/// An address to listen on: `127.0.0.1:8080`, `localhost:0`, `[::1]:8080`.
struct HostPort: Hashable, Sendable, CustomStringConvertible {
  /// A name or an address, without brackets.
  let host: String
  /// 0 to 65,535; 0 takes a free one.
  let port: Int

  var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

extension HostPort: ExpressibleByArgument {
  /// Nil for text that is not `HOST:PORT`; an IPv6 address needs its brackets.
  init?(argument text: String) {
    guard let colon = text.lastIndex(of: ":") else { return nil }
    let digits = text[text.index(after: colon)...]
    guard (1...5).contains(digits.utf8.count), digits.allSatisfy({ $0.isASCII && $0.isNumber }),
      let port = Int(digits), port <= 65_535
    else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
      guard host.contains(":") else { return nil }
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty, host.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    self.init(host: String(host), port: port)
  }
}
