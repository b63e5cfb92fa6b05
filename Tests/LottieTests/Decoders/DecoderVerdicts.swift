/// What the decoders of lottie-ios and lottie-android say of small animations, each with one value
/// changed.
struct DecoderVerdicts {
  /// A change, and whether each decoder takes the animation then.
  struct Row {
    let path: String
    let mutation: String
    let isTakenByIOS: Bool
    let isTakenByAndroid: Bool
  }

  let rows: [Row]
  /// The rows whose value is left out, by path.
  private let deletions: [String: Row]

  /// Reads `members.csv`.
  init(_ file: String) throws {
    rows = try Material.rows(file).map {
      Row(
        path: $0[0], mutation: $0[1], isTakenByIOS: $0[2] == "ok", isTakenByAndroid: $0[3] == "ok")
    }
    let deletions = rows.filter { $0.mutation == "delete" }
    self.deletions = Dictionary(uniqueKeysWithValues: deletions.map { ($0.path, $0) })
  }

  /// The value that stands in the changed place; nil if nothing does.
  static func value(of mutation: String) -> String? {
    switch mutation {
    case "delete": nil
    case "null": "null"
    case "string": #""x""#
    case "number": "7"
    case "fraction": "1.5"
    case "negative": "-3"
    case "true": "true"
    case "array": "[]"
    case "object": "{}"
    default: #""1""#
    }
  }

  /// How the animation of a path is written, as far as the verdicts show it.
  func writing(of path: String) -> DecoderDocument.Writing {
    let steps = path.split(separator: "/")
    var writing = DecoderDocument.Writing()
    if steps.last == "#", let deletion = deletions[path] {
      writing.isShort = !(deletion.isTakenByIOS && deletion.isTakenByAndroid)
    }
    guard let keyframe = steps.lastIndex(where: { $0.hasPrefix("[kf") }),
      keyframe + 1 < steps.count
    else { return writing }
    let member = steps[...(keyframe + 1)].joined(separator: "/")
    let isNeeded = deletions[member]?.isTakenByIOS == false
    switch steps[keyframe + 1] {
    case "e":
      writing.hasEnds = true
      // lottie-ios needs the end of a keyframe only if the next one has no start.
      writing.endsBare = isNeeded
    case "s":
      // It can do without the start of a keyframe only if the one before has an end.
      writing.hasEnds = steps[keyframe] == "[kf+]" && !isNeeded
    default: break
    }
    return writing
  }
}
