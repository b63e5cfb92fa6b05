import Lottie

/// How the time a byte changes as hostile files grow.
///
/// Each is checked once in a process of its own, as `giftctl check` does it: a process that checks
/// a small file again and again uses warm memory, and a large one never does.
enum Growth {
  /// Prints the names of the kinds, one a line.
  static func kinds() {
    for kind in Kind.allCases { print(kind.rawValue) }
  }

  /// Prints how many nanoseconds a byte the check of a file of that kind and size takes.
  static func report(on kind: String, _ bytes: String) {
    guard let kind = Kind(rawValue: kind), let bytes = Int(bytes) else {
      print("no such kind, or no size: \(kind) \(bytes)")
      return
    }
    // What is set up once in a process is none of the file's.
    _ = Lottie.check(kind.text(of: 1))
    let text = kind.text(of: bytes)
    var policy = CheckPolicy.gift
    policy.limits.maxBytes = .max
    policy.limits.json.maxNodes = .max
    policy.limits.json.maxStringBytes = .max
    print(shown(seconds { _ = Lottie.check(text, policy) } / Double(text.count) * 1e9))
  }
}

/// What a hostile file has too much of.
private enum Kind: String, CaseIterable {
  case nesting
  case arrays
  case string
  case keys
  case layers
  case numbers
  case keyframes
  case shapes
  case assets

  /// A file of about that many bytes.
  func text(of bytes: Int) -> [UInt8] {
    let (top, unit, end) = parts
    var text = Array(#"{"v":"5.7.4","fr":30,"ip":0,"op":60,"w":512,"h":512,"#.utf8)
    text += top.utf8
    var number = 0
    while text.count < bytes {
      if number > 0, self != .string { text.append(UInt8(ascii: ",")) }
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
    case .arrays: (#""x":["#, { _ in "[[[],[[]]],[]]" }, #"],"layers":[]}"#)
    case .string: (#""layers":[],"nm":""#, { _ in "abcdefghijklmnop" }, #""}"#)
    case .keys: (#""layers":[],"x":{"#, { #""key\#($0)":1"# }, "}}")
    case .layers:
      (#""layers":["#, { #"{"ty":3,"ind":\#($0),"ks":{},"ip":0,"op":60,"st":0}"# }, "]}")
    case .numbers: (#""layers":[],"x":["#, { "\($0).25" }, "]}")
    case .keyframes:
      (
        #""layers":[\#(layer)]}],"x":{"a":1,"k":["#,
        { #"{"t":\#($0),"s":[\#($0 % 100)],"i":{"x":[1],"y":[1]},"o":{"x":[0],"y":[0]}}"# }, "]}}"
      )
    case .shapes:
      (
        #""layers":[\#(layer)"#,
        { _ in #"{"ty":"el","s":{"a":0,"k":[9,9]},"p":{"a":0,"k":[0,0]}}"# }, "]}]}"
      )
    case .assets: (#""layers":[],"assets":["#, { #"{"id":"a\#($0)","layers":[]}"# }, "]}")
    }
  }
}
