import Foundation
import Mutants
import Pictures

/// What the draw check says of many animations, and what that costs.
enum Verdicts {
  /// A share of the work, for processes that do it together.
  struct Part {
    let number: Int
    let of: Int

    func contains(_ item: Int) -> Bool { item % of == number }
  }

  /// Prints a line for each animation: its name, its verdict, and milliseconds of the check.
  ///
  /// One after the other, so that what all children took grows by what one takes.
  static func report(on folder: String, mutants: Int, seed: Int, _ part: Part) async throws {
    let tool = try Programs.tool()
    let names = try Files.animations(below: folder)
    for (item, name) in names.enumerated() where part.contains(item) {
      try await report(name, try Files.bytes(name, below: folder), tool)
    }
    for item in 0..<mutants where part.contains(item) {
      let name = names[item % names.count]
      var mutator = Mutator(seed: UInt64(seed) &* 1_000_003 &+ UInt64(item))
      let mutant = mutator.mutant(of: try Files.bytes(name, below: folder))
      try await report("mutant \(item) of \(name)", mutant, tool)
    }
    for (item, planted) in Planted.all.enumerated() where mutants > 0 && part.contains(item) {
      try await report(planted.name, planted.bytes, tool)
    }
    let left = try childrenLeft()
    if !left.isEmpty { print("processes \(left)", "failed: they are left", 0, separator: "\t") }
  }

  /// The children of all threads that still exist (proc(5)).
  private static func childrenLeft() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").flatMap { thread in
      try String(contentsOfFile: "/proc/self/task/\(thread)/children", encoding: .utf8)
        .split(separator: " ").map(String.init)
    }
  }

  private static func report(_ name: String, _ bytes: [UInt8], _ tool: DrawingTool) async throws {
    let start = try childrenMilliseconds()
    var verdict: String
    var milliseconds = 0
    do {
      let checked = try await tool.check(bytes).outcome
      milliseconds = try childrenMilliseconds() - start
      verdict = checked.word
      let made = try await tool.pictures(of: bytes, posterFrame: nil).outcome
      if let contradiction = contradiction(checked, made) { verdict = "failed: \(contradiction)" }
    } catch {
      verdict = "failed: \(error)"
    }
    print(name, verdict, milliseconds, separator: "\t")
  }

  /// What is wrong with the pictures of an animation after its check; nil if nothing is.
  private static func contradiction(_ checked: DrawOutcome, _ made: PictureOutcome) -> String? {
    switch (checked, made) {
    case (.drawn, .blank): "it is drawn, and has blank pictures"
    case (.blank, .made): "it is blank, and has pictures"
    case (_, .tooLarge): "no pictures are small enough"
    default: nil
    }
  }

  /// The processor's time of all children that have ended (proc(5), `cutime` and `cstime`).
  private static func childrenMilliseconds() throws -> Int {
    let stat = try String(contentsOfFile: "/proc/self/stat", encoding: .utf8)
    // The second field is the program's name in parentheses; 100 ticks make a second (time(7)).
    let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
    return fields.count > 14 ? 10 * ((Int(fields[13]) ?? 0) + (Int(fields[14]) ?? 0)) : 0
  }
}

extension DrawOutcome {
  fileprivate var word: String {
    switch self {
    case .drawn: "drawn"
    case .blank: "blank"
    case .fault(.tooLarge), .fault(.tooManyFrames): "large"
    case .fault(.refused): "refused"
    case .fault(.crashed): "crashed"
    case .fault(.memory): "memory"
    case .fault(.late): "late"
    }
  }
}

/// Animations that draw well but for one frame, which no sampling hits.
enum Planted {
  static var all: [(name: String, bytes: [UInt8])] {
    [28, 131, 777, 1_999, 7_001].flatMap { frame in
      [("hangs", dashes), ("swells", pieces)].map { what, item in
        (name: "\(what) at frame \(frame)", bytes: animation(with: item, at: frame))
      }
    }
  }

  private static let transform = """
    "o":{"a":0,"k":100},"r":{"a":0,"k":0},"p":{"a":0,"k":[32,32]},"a":{"a":0,"k":[0,0]},\
    "s":{"a":0,"k":[100,100]}
    """
  private static let ellipse = """
    {"ty":"el","s":{"a":0,"k":[40,40]},"p":{"a":0,"k":[0,0]},"nm":""}
    """
  private static let fill = """
    {"ty":"fl","c":{"a":0,"k":[0,0,1,1]},"o":{"a":0,"k":100},"r":1,"nm":""}
    """
  /// A dash of negative length, with which rlottie never comes to the end of a line.
  private static let dashes = """
    {"ty":"st","c":{"a":0,"k":[1,0,0,1]},"o":{"a":0,"k":100},"w":{"a":0,"k":4},"lc":1,"lj":1,\
    "d":[{"n":"d","v":{"a":0,"k":-5}},{"n":"g","v":{"a":0,"k":-5}}],"nm":""}
    """
  /// A line in more pieces than memory holds.
  private static let pieces = dashes.replacing("-5", with: "0.00001")

  private static func animation(with item: String, at frame: Int) -> [UInt8] {
    let layers = [
      layer([ellipse, item], 1, frame..<(frame + 1)), layer([ellipse, fill], 2, 0..<(frame + 30)),
    ]
    return Array(
      """
      {"v":"5.5.7","fr":30,"ip":0,"op":\(frame + 30),"w":64,"h":64,"nm":"","ddd":0,"assets":[],\
      "layers":[\(layers.joined(separator: ","))]}
      """.utf8)
  }

  private static func layer(_ items: [String], _ index: Int, _ frames: Range<Int>) -> String {
    let list = (items + ["{\"ty\":\"tr\",\(transform)}"]).joined(separator: ",")
    return """
      {"ddd":0,"ind":\(index),"ty":4,"nm":"","sr":1,"ks":{\(transform)},"ao":0,"shapes":[{"ty":\
      "gr","it":[\(list)]}],"ip":\(frames.lowerBound),"op":\(frames.upperBound),"st":0,"bm":0}
      """
  }
}
