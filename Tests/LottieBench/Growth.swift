import Lottie

/// Whether the time a byte stays the same as hostile files grow.
enum Growth {
  private static let small = 2_000_000
  private static let large = 20_000_000
  /// Rounds, of which the fastest counts: noise only ever adds.
  private static let rounds = 5
  /// The time a byte of a large file may be this many times that of a small one.
  private static let wanted = 1.5

  static func report() {
    print("time a byte at \(large / 1_000_000) MB / at \(small / 1_000_000) MB, at most \(wanted):")
    for kind in Kind.allCases {
      let texts = (kind.text(of: small), kind.text(of: large))
      var fastest = (Double.infinity, Double.infinity)
      for _ in 0..<rounds {
        fastest.0 = min(fastest.0, perByte(texts.0))
        fastest.1 = min(fastest.1, perByte(texts.1))
      }
      let ratio = fastest.1 / fastest.0
      print("  \(kind.rawValue): \(shown(ratio))\(ratio > wanted ? ", which is too much" : "")")
    }
  }

  private static func perByte(_ text: [UInt8]) -> Double {
    var policy = CheckPolicy.gift
    policy.limits.maxBytes = .max
    policy.limits.json.maxNodes = .max
    policy.limits.json.maxStringBytes = .max
    return seconds { _ = Lottie.check(text, policy) } / Double(text.count)
  }
}

/// What a hostile file has too much of.
private enum Kind: String, CaseIterable {
  case nesting
  case nestedArrays = "arrays in arrays"
  case longString = "one long string"
  case manyKeys = "many keys"
  case manyLayers = "many small layers"
  case manyNumbers = "many numbers"
  case manyKeyframes = "many keyframes"
  case manyShapes = "many shapes"
  case manyAssets = "many assets"

  /// A file of about that many bytes.
  func text(of bytes: Int) -> [UInt8] {
    let (top, unit, end) = parts
    var text = Array(#"{"v":"5.7.4","fr":30,"ip":0,"op":60,"w":512,"h":512,"#.utf8)
    text += top.utf8
    var number = 0
    while text.count < bytes {
      if number > 0, self != .longString { text.append(UInt8(ascii: ",")) }
      text += unit(number).utf8
      number += 1
    }
    return text + end.utf8
  }

  private var parts: (top: String, unit: (Int) -> String, end: String) {
    let layer = #"{"ty":4,"ind":1,"ks":{},"ip":0,"op":60,"st":0,"shapes":["#
    return switch self {
    case .nesting:
      (
        #""x":["#, { _ in String(repeating: "[", count: 500) + String(repeating: "]", count: 500) },
        #"],"layers":[]}"#
      )
    case .nestedArrays: (#""x":["#, { _ in "[[[],[[]]],[]]" }, #"],"layers":[]}"#)
    case .longString: (#""layers":[],"nm":""#, { _ in "abcdefghijklmnop" }, #""}"#)
    case .manyKeys: (#""layers":[],"x":{"#, { #""key\#($0)":1"# }, "}}")
    case .manyLayers:
      (#""layers":["#, { #"{"ty":3,"ind":\#($0),"ks":{},"ip":0,"op":60,"st":0}"# }, "]}")
    case .manyNumbers: (#""layers":[],"x":["#, { "\($0).25" }, "]}")
    case .manyKeyframes:
      (
        #""layers":[\#(layer)]}],"x":{"a":1,"k":["#,
        { #"{"t":\#($0),"s":[\#($0 % 100)],"i":{"x":[1],"y":[1]},"o":{"x":[0],"y":[0]}}"# }, "]}}"
      )
    case .manyShapes:
      (
        #""layers":[\#(layer)"#,
        { _ in #"{"ty":"el","s":{"a":0,"k":[9,9]},"p":{"a":0,"k":[0,0]}}"# }, "]}]}"
      )
    case .manyAssets: (#""layers":[],"assets":["#, { #"{"id":"a\#($0)","layers":[]}"# }, "]}")
    }
  }
}
