/// Plain numbers of types that decode themselves: a sum of such numbers may overflow, which ends
/// the process, so a type decodes them by an initialiser of its own, which has their ranges.
func decodedNumbers(_ source: SwiftSource) -> [Violation] {
  let all = words(source.code)
  return all.indices.flatMap { index -> [Violation] in
    guard all[index].text == "struct", index == 0 || all[index - 1].text != ".",
      let open = all[index...].firstIndex(where: { $0.text == "{" }),
      all[index..<open].contains(where: { ["Codable", "Decodable"].contains($0.text) })
    else { return [] }
    let body = ownWords(all, in: (open + 1)..<(afterBrackets(all, from: open) - 1))
    guard !hasOwnDecoding(body) else { return [] }
    return plainNumbers(body).map {
      source.violation($0.line, "\(all[index + 1].text) decodes \($0.text) without a range")
    }
  }
}

/// The words of a type's own braces: of brackets within, only the first is left.
private func ownWords(_ all: [Word], in body: Range<Int>) -> [Word] {
  var own: [Word] = []
  var index = body.lowerBound
  while index < body.upperBound {
    own.append(all[index])
    let isOpening = ["{", "(", "["].contains(all[index].text)
    // `init(from` must be told from other initialisers.
    if isOpening, index + 1 < body.upperBound { own.append(all[index + 1]) }
    index = isOpening ? afterBrackets(all, from: index) : index + 1
  }
  return own
}

private func hasOwnDecoding(_ body: [Word]) -> Bool {
  body.indices.dropLast(2).contains {
    body[$0].text == "init" && body[$0 + 1].text == "(" && body[$0 + 2].text == "from"
  }
}

/// The names of stored numbers.
private func plainNumbers(_ body: [Word]) -> [Word] {
  let kinds: Set = [
    "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
    "Double", "Float", "Duration",
  ]
  return body.indices.dropLast(3).compactMap { index in
    guard ["let", "var"].contains(body[index].text), body[index + 2].text == ":",
      index == 0 || body[index - 1].text != "static", kinds.contains(body[index + 3].text),
      // A computed one has a body.
      index + 4 == body.count || body[index + 4].text != "{"
    else { return nil }
    return body[index + 1]
  }
}
