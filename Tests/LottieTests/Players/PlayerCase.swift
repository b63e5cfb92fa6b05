import Lottie
import Testing

/// A small animation, a profile, and the codes about players that its check reports.
struct PlayerCase: CustomTestStringConvertible {
  let json: String
  let profile: Profile
  let codes: [String]

  var testDescription: String { "\(profile.rawValue) \(codes): \(json)" }

  /// What the report says about players, in its order; other topics are left out.
  func reported() -> [String] {
    findings().map(\.code)
  }

  /// The findings about players.
  func findings() -> [Finding] {
    let sizes = CompressedSizes(gzipByteCount: 0)
    return Lottie.check(Array(json.utf8), CheckPolicy(profile), compressed: sizes)
      .findings.filter { finding in Self.topics.contains { finding.code.hasPrefix($0) } }
  }

  private static let topics = ["feature.", "engine.", "telegram.", "code.", "text."]

  /// A null layer.
  static let null = #"{"ty":3,"ind":1,"ks":{},"ip":0,"op":60,"st":0}"#

  /// Layers in a composition that Telegram takes.
  static func layers(
    _ layers: String, top: String = "", _ codes: String..., in profile: Profile = .gift
  ) -> PlayerCase {
    PlayerCase(
      json: """
        {"v":"5.7.4","fr":60,"ip":0,"op":60,"w":512,"h":512\(top),"layers":[\(layers)]}
        """, profile: profile, codes: codes)
  }

  /// A null layer with further members.
  static func layer(
    _ members: String, _ codes: String..., in profile: Profile = .gift
  ) -> PlayerCase {
    let layer = layers(#"{"ty":3,"ind":1,"ks":{},"ip":0,"op":60,"st":0,\#(members)}"#, in: profile)
    return PlayerCase(json: layer.json, profile: profile, codes: codes)
  }

  /// A shape layer with a list of shapes.
  static func shapes(
    _ shapes: String, _ codes: String..., in profile: Profile = .gift
  ) -> PlayerCase {
    let layer = layers(
      #"{"ty":4,"ind":1,"ks":{},"ip":0,"op":60,"st":0,"shapes":[\#(shapes)]}"#, in: profile)
    return PlayerCase(json: layer.json, profile: profile, codes: codes)
  }

  /// A text layer with its `t`, and further members of the top level.
  static func text(
    _ text: String, top: String = font, _ codes: String..., in profile: Profile = .gift
  ) -> PlayerCase {
    let layer = layers(
      #"{"ty":5,"ind":1,"ks":{},"ip":0,"op":60,"st":0,"t":{\#(text)}}"#, top: top, in: profile)
    return PlayerCase(json: layer.json, profile: profile, codes: codes)
  }

  static let font = """
    ,"fonts":{"list":[{"fName":"A","fFamily":"Arial","fStyle":"Bold","ascent":70,"origin":0}]}
    """
}

/// Shapes that cases put together.
enum Drawn {
  static let path =
    #"{"ty":"sh","ks":{"a":0,"k":{"c":true,"v":[[0,0]],"i":[[0,0]],"o":[[0,0]]}}}"#
  static let rectangle =
    #"{"ty":"rc","p":{"a":0,"k":[0,0]},"s":{"a":0,"k":[9,9]},"r":{"a":0,"k":0}}"#
  static let star = """
    {"ty":"sr","sy":2,"p":{"a":0,"k":[0,0]},"r":{"a":0,"k":0},"pt":{"a":0,"k":5},\
    "or":{"a":0,"k":9},"os":{"a":0,"k":0}}
    """
  static let fill = #"{"ty":"fl","c":{"a":0,"k":[1,0,0]},"o":{"a":0,"k":100}}"#
  static let stroke =
    #"{"ty":"st","c":{"a":0,"k":[1,0,0]},"o":{"a":0,"k":100},"w":{"a":0,"k":2}}"#
  static let trim = trim(to: 50)
  static let corners = #"{"ty":"rd","r":{"a":0,"k":4}}"#

  static func trim(to end: Int, more: String = "") -> String {
    """
    {"ty":"tm","s":{"a":0,"k":0},"e":{"a":0,"k":\(end)},"o":{"a":0,"k":0},"m":1\(more)}
    """
  }

  static func group(_ items: String, more: String = "") -> String {
    #"{"ty":"gr","it":[\#(items)]\#(more)}"#
  }

  static func transform(scale: String) -> String {
    #"{"ty":"tr","s":\#(scale)}"#
  }

  /// A property with two keyframes.
  static func animated(_ first: String, _ last: String) -> String {
    """
    {"a":1,"k":[{"t":0,"s":\(first),"i":{"x":[1],"y":[1]},"o":{"x":[0],"y":[0]}},\
    {"t":9,"s":\(last)}]}
    """
  }
}
