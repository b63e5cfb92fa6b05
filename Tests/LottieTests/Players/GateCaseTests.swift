import Lottie
import Testing

/// Small files of what players draw or refuse, each with the verdict wanted, and each varied: what
/// holds of a file holds of its kind.
struct GateCaseTests {
  /// A file, and what its row says of it.
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let verdict: String
    let players: [Profile]

    var testDescription: String { name }

    func bytes() throws -> [UInt8] {
      try Material.bytes("\(try #require(GateCaseTests.folder))/\(name).json")
    }
  }

  private static let folder = Material.sharedFolder("gate-cases")

  /// Those of JSON; archives are unpacked elsewhere.
  static let cases: [Case] = {
    // A test that runs over no case fails below.
    guard let folder, let rows = try? Material.rows("\(folder)/expected.csv") else { return [] }
    return rows.filter { !$0[0].hasSuffix(".lottie") }.map { row in
      let all = "ios android web rlottie"
      let named = (row[2] == "all" ? all : row[2]).split(separator: " ").map(String.init)
      return Case(name: row[0], verdict: row[1], players: named.compactMap(Profile.init))
    }
  }()

  @Test func `no case of the table is missing`() throws {
    guard let folder = Self.folder else { return }
    let files = Material.names(in: folder, suffix: ".json")
    #expect(Self.cases.map { $0.name + ".json" }.sorted() == files)
  }

  @Test(arguments: cases, GateVariation.allCases)
  func `a case has the verdict wanted, wherever it stands and however it is written`(
    _ example: Case, _ variation: GateVariation
  ) throws {
    guard variation.suits(example.name) else { return }
    let bytes = try variation.applied(to: example.bytes())
    let report = Lottie.check(bytes)
    let grave = report.findings.filter { $0.severity != .note }
    switch example.verdict {
    case "accept": #expect(report.verdict == .accepted && grave.isEmpty, "\(grave)")
    case "warn": #expect(report.verdict == .accepted && !grave.isEmpty, "\(report.findings)")
    case "error": #expect(report.verdict == .refused, "\(report.findings)")
    default: Issue.record("unknown verdict \(example.verdict)")
    }
    for player in example.players {
      let findings = Lottie.check(bytes, CheckPolicy(player)).findings
      #expect(findings.contains { $0.severity != .note }, "\(player.rawValue)")
    }
  }
}

/// What may change about a file without a change of what players do with it.
enum GateVariation: CaseIterable, Sendable {
  case none
  /// White space between tokens, and a letter of each name as an escape.
  case spelled
  /// The layers are in a precomposition.
  case precomposed
  /// The shapes are in one more group.
  case grouped
  /// The shape layers are solids.
  case solid

  private static let placement =
    #""ind":1,"ks":{},"ip":0,"op":60,"st":0,"sr":1,"w":200,"h":200,"refId":"inner""#

  /// The cases of layers, which need no shapes.
  private static let ofLayers = [
    "matte_", "td_unused", "shadow_", "fill_en0", "mask_no", "auto_orient", "last_io",
  ]

  func suits(_ name: String) -> Bool {
    switch self {
    case .none, .spelled, .precomposed: true
    // Only outside of groups is the transform a fault.
    case .grouped: name != "tr_top"
    case .solid: Self.ofLayers.contains(where: name.hasPrefix)
    }
  }

  func applied(to bytes: [UInt8]) throws -> [UInt8] {
    let json = try JSONDocument(reading: bytes)
    switch self {
    case .none: return bytes
    case .spelled: return Self.spelled(json)
    case .precomposed:
      let layers = try #require(json.member("layers", of: .root))
      let assets = try #require(json.member("assets", of: .root))
      let inner = #"{"id":"inner","layers":\#(Self.text(layers, json))}"#
      let others = Self.text(assets, json).dropFirst().dropLast()
      return Self.replacing(
        [
          layers: #"[{"ty":0,\#(Self.placement)}]"#,
          assets: "[\(others)\(others.isEmpty ? "" : ",")\(inner)]",
        ], json)
    case .grouped:
      let lists = Self.layers(json).compactMap { json.member("shapes", of: $0) }
      return Self.replacing(
        Dictionary(
          uniqueKeysWithValues: lists.map { list in
            let items = Self.text(list, json).dropFirst().dropLast()
            let end = #"{"ty":"tr","o":{"a":0,"k":100}}"#
            return (list, #"[{"ty":"gr","it":[\#(items),\#(end)]}]"#)
          }), json)
    case .solid:
      let types = Self.layers(json).compactMap { json.member("ty", of: $0) }
      return Self.replacing(
        Dictionary(
          uniqueKeysWithValues: types.filter { Self.text($0, json) == "4" }.map {
            ($0, ##"1,"sw":80,"sh":80,"sc":"#00ff00""##)
          }), json)
    }
  }

  private static func layers(_ json: JSONDocument) -> [NodeID] {
    json.member("layers", of: .root).map { Array(json.elements(of: $0)) } ?? []
  }

  private static func text(_ node: NodeID, _ json: JSONDocument) -> String {
    String(decoding: json.written(node), as: UTF8.self)
  }

  private static func replacing(_ texts: [NodeID: String], _ json: JSONDocument) -> [UInt8] {
    var result: [UInt8] = []
    var at = 0
    for (node, text) in texts.sorted(by: { $0.key < $1.key }) {
      let range = json.range(of: node)
      result += json.bytes[at..<range.lowerBound] + Array(text.utf8)
      at = range.upperBound
    }
    return result + json.bytes[at...]
  }

  /// Every name with its first letter as an escape, and spaces after commas and colons.
  private static func spelled(_ json: JSONDocument) -> [UInt8] {
    var texts: [NodeID: String] = [:]
    var open: [NodeID] = [.root]
    while let node = open.popLast() {
      open += json.elements(of: node)
      for (key, value) in json.members(of: node) {
        open.append(value)
        guard let name = json.text(of: key), let first = name.utf8.first else { continue }
        let digits = String(first, radix: 16)
        let escape = "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        texts[key] = "\n \"\(escape)\(name.dropFirst())\" "
      }
    }
    return replacing(texts, json)
  }
}
