import HTTPTypes

extension HTTPRequest {
  /// Whether the request has exactly one field `Host`, and it names a host (RFC 9112 §3.2).
  ///
  /// The first one is the authority. HTTP/1.0 let clients leave it out; this API does not.
  var namesOneHost: Bool {
    guard let authority, headerFields[values: .host].isEmpty else { return false }
    let end = authority.first == "[" ? authority.firstIndex(of: "]") : nil
    let port: Substring
    let isHost: Bool
    if let end {
      let address = authority[authority.index(after: authority.startIndex)..<end]
      port = authority[authority.index(after: end)...]
      isHost = !address.isEmpty && address.utf8.allSatisfy(isOfAddress)
    } else {
      let name = authority.prefix { $0 != ":" }
      port = authority[name.endIndex...]
      isHost = !name.isEmpty && name.utf8.allSatisfy(isOfName)
    }
    return isHost
      && (port.isEmpty || port.first == ":" && port.dropFirst().utf8.allSatisfy(isDigit))
  }
}

/// `reg-name` of RFC 3986 §3.2.2: unreserved, percent-encoded and sub-delims.
private func isOfName(_ byte: UInt8) -> Bool {
  isDigit(byte) || isLetter(byte) || "-._~%!$&'()*+,;=".utf8.contains(byte)
}

/// `IPv6address` of RFC 3986 §3.2.2, roughly: nobody resolves it here.
private func isOfAddress(_ byte: UInt8) -> Bool {
  isDigit(byte) || isLetter(byte) || ":.".utf8.contains(byte)
}

private func isDigit(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}

private func isLetter(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
}
