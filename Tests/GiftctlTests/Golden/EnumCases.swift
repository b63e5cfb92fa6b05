import Foundation
import Support

/// A case of an enum, such as `StoreError.unreachable`.
struct EnumCase: Hashable {
  /// The enum's name without its module.
  let type: String
  let name: String
}

extension EnumCase {
  /// The cases that `value` is made of, outermost first.
  static func all(in value: Any) -> [EnumCase] {
    let mirror = Mirror(reflecting: value)
    let inner = mirror.children.flatMap { all(in: $0.value) }
    guard mirror.displayStyle == .enum else { return inner }
    let type = String(reflecting: Swift.type(of: value)).split(separator: ".").dropFirst()
    let name = mirror.children.first?.label ?? "\(value)"
    return [EnumCase(type: type.joined(separator: "."), name: name)] + inner
  }

  /// The cases that are declared in `Sources`.
  static func declared() throws -> Set<EnumCase> {
    let sources = Places.packageRoot + "/Sources"
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources)
    return try files.filter { $0.hasSuffix(".swift") }.reduce(into: []) { cases, file in
      cases.formUnion(
        declared(in: try String(contentsOfFile: "\(sources)/\(file)", encoding: .utf8)))
    }
  }

  /// The cases that formatted Swift declares: what is inside something is indented by two blanks.
  private static func declared(in source: String) -> Set<EnumCase> {
    var cases: Set<EnumCase> = []
    var outer: [(name: String, isEnum: Bool)] = []
    for line in source.split(separator: "\n") {
      let text = line.drop { $0 == " " }
      let depth = (line.utf8.count - text.utf8.count) / 2
      if text.hasPrefix("}") { outer.removeLast(max(0, outer.count - depth)) }
      // What is deeper is a body, and regular expressions are slow.
      guard depth == outer.count, !text.hasPrefix("//") else { continue }
      let pattern = /^ *(?:[a-z]+ )*(enum|struct|class|actor|extension|protocol) ([\w.]+)[^}]*$/
      if let type = line.firstMatch(of: pattern) {
        outer.append((String(type.2), type.1 == "enum"))
      } else if let last = outer.last, last.isEnum,
        let list = line.firstMatch(of: /^ *(?:indirect )?case (.*)$/)?.1
      {
        let type = outer.map(\.name).joined(separator: ".")
        let names = list.replacing(/\(.*\)/, with: "").split(separator: ",")
        cases.formUnion(
          names.compactMap { $0.firstMatch(of: /\w+/) }
            .map { EnumCase(type: type, name: String($0.0)) })
      }
    }
    return cases
  }
}
