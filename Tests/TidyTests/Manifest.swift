/// What `Package.swift` says about targets, read from its text.
struct Manifest {
  /// One target: its name, the folder it lies in and what it may import.
  struct Target: Equatable {
    let name: String
    let path: String
    let dependencies: [String]
  }

  let targets: [Target]

  init(text: String) {
    let source = SwiftSource(path: "Package.swift", text: text)
    let tokens = Self.tokens(source)
    let products = Self.namedProducts(tokens)
    targets = tokens.indices.compactMap { Self.target(at: $0, tokens, products) }
  }

  func target(_ name: String) -> Target? { targets.first { $0.name == name } }

  /// Everything that ends up in `name`'s binary from this package, itself included.
  func closure(of name: String) -> Set<String> {
    var reached: Set<String> = []
    var open = [name]
    while let next = open.popLast() {
      guard reached.insert(next).inserted else { continue }
      open += target(next)?.dependencies ?? []
    }
    return reached
  }

  /// The words of the manifest with each literal put back as one word in quotes.
  private static func tokens(_ source: SwiftSource) -> [String] {
    var literals = source.literals.makeIterator()
    var tokens: [String] = []
    var isOpen = false
    for word in words(source.code) {
      guard word.text == "\"" else {
        tokens.append(word.text)
        continue
      }
      if isOpen, let literal = literals.next() { tokens.append("\"" + literal.text) }
      isOpen.toggle()
    }
    return tokens
  }

  /// `let logging = Target.Dependency.product(name: "Logging", …)`, by the constant's name.
  private static func namedProducts(_ tokens: [String]) -> [String: String] {
    var products: [String: String] = [:]
    for index in tokens.indices where tokens[index] == "let" && index + 12 < tokens.count {
      let rest = tokens[(index + 2)..<(index + 12)]
      if rest.contains("Dependency"), let name = rest.first(where: { $0.hasPrefix("\"") }) {
        products[tokens[index + 1]] = String(name.dropFirst())
      }
    }
    return products
  }

  private static let kinds: Set<String> = [
    "target", "executableTarget", "testTarget", "systemLibrary",
  ]

  private static func target(
    at index: Int, _ tokens: [String], _ products: [String: String]
  ) -> Target? {
    guard kinds.contains(tokens[index]), index > 0, tokens[index - 1] == "." else { return nil }
    let body = Array(tokens[index...].prefix(through: closing(tokens, from: index + 1)))
    guard let name = string(after: "name", in: body) else { return nil }
    let folder = tokens[index] == "testTarget" ? "Tests/" : "Sources/"
    return Target(
      name: name, path: string(after: "path", in: body) ?? folder + name,
      dependencies: dependencies(body, products))
  }

  private static func dependencies(_ body: [String], _ products: [String: String]) -> [String] {
    guard let label = body.firstIndex(of: "dependencies") else { return [] }
    let list = body[(label + 3)..<closing(body, from: label + 2)]
    var found: [String] = []
    var index = list.startIndex
    while index < list.endIndex {
      let token = list[index]
      if token == "product" || token == "target" || token == "byName" {
        let end = closing(body, from: index + 1)
        if let name = string(after: "name", in: Array(list[index...end])) { found.append(name) }
        index = end
      } else if token.hasPrefix("\"") {
        found.append(String(token.dropFirst()))
      } else if let product = products[token] {
        found.append(product)
      }
      index += 1
    }
    return found
  }

  private static func string(after label: String, in tokens: [String]) -> String? {
    guard let index = tokens.firstIndex(of: label), index + 2 < tokens.count,
      tokens[index + 2].hasPrefix("\"")
    else { return nil }
    return String(tokens[index + 2].dropFirst())
  }

  /// The index of the bracket that closes the one at `start`.
  private static func closing(_ tokens: [String], from start: Int) -> Int {
    var depth = 0
    for index in start..<tokens.count {
      if ["(", "["].contains(tokens[index]) { depth += 1 }
      if [")", "]"].contains(tokens[index]) { depth -= 1 }
      if depth == 0 { return index }
    }
    return tokens.count - 1
  }
}
