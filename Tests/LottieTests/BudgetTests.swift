import Lottie
import Testing

struct BudgetTests {
  /// A file that holds `count` of what a budget counts, and nothing else of it.
  struct Case: Sendable, CustomTestStringConvertible {
    let budget: String
    let code: String
    let limit: Int
    let file: @Sendable (_ count: Int) -> String

    var testDescription: String { budget }
  }

  private static func animation(_ layers: String, top: String = "") -> String {
    #"{"v":"5.7.4","fr":30,"ip":0,"op":30,"w":100,"h":100\#(top),"layers":[\#(layers)]}"#
  }

  private static func list(_ count: Int, _ entry: String) -> String {
    Array(repeating: entry, count: count).joined(separator: ",")
  }

  private static let solid =
    ##"{"ty":1,"sw":9,"sh":9,"sc":"#ff0000","ks":{},"ip":0,"op":30,"st":0}"##

  private static func shapes(_ shapes: String) -> String {
    animation(#"{"ty":4,"ks":{},"ip":0,"op":30,"st":0,"shapes":[\#(shapes)]}"#)
  }

  private static func image(_ width: Int, _ height: Int) -> String {
    animation(
      #"{"ty":2,"refId":"i","ks":{},"ip":0,"op":30,"st":0}"#,
      top: #","assets":[{"id":"i","w":\#(width),"h":\#(height),"u":"","p":"i.png","e":0}]"#)
  }

  static let cases = [
    Case(budget: "max-bytes", code: "budget.bytes", limit: 200) { count in
      let text = animation(solid)
      return text + String(repeating: " ", count: count - text.utf8.count)
    },
    Case(budget: "max-layers", code: "budget.layers", limit: 3) { animation(list($0, solid)) },
    Case(budget: "max-expanded-layers", code: "budget.expanded-layers", limit: 8) { count in
      // A layer that draws the composition, and what the composition holds.
      animation(
        #"{"ty":0,"refId":"c","ks":{},"w":9,"h":9,"ip":0,"op":30,"st":0}"#,
        top: #","assets":[{"id":"c","layers":[\#(list(count - 1, solid))]}]"#)
    },
    Case(budget: "max-shapes", code: "budget.shapes", limit: 4) { count in
      shapes(#"{"ty":"gr","it":[\#(list(count - 1, #"{"ty":"no"}"#))]}"#)
    },
    Case(budget: "max-vertices", code: "budget.vertices", limit: 5) { count in
      let points = list(count, "[0,0]")
      return shapes(
        #"{"ty":"sh","ks":{"a":0,"k":{"i":[\#(points)],"o":[\#(points)],"v":[\#(points)]}}}"#)
    },
    Case(budget: "max-keyframes", code: "budget.keyframes", limit: 6) { count in
      let frames = list(count, #"{"t":0,"s":[0],"h":1}"#)
      return animation(
        solid.replacing(#""ks":{}"#, with: #""ks":{"r":{"a":1,"k":[\#(frames)]}}"#))
    },
    Case(budget: "max-fonts", code: "budget.fonts", limit: 2) { count in
      let font = #"{"fName":"A","fFamily":"A","fStyle":"Bold"}"#
      return animation(solid, top: #","fonts":{"list":[\#(list(count, font))]}"#)
    },
    Case(budget: "max-markers", code: "budget.markers", limit: 2) { count in
      animation(solid, top: #","markers":[\#(list(count, #"{"cm":"m","tm":0,"dr":0}"#))]"#)
    },
    Case(budget: "max-image-side", code: "budget.image-side", limit: 64) { image(1, $0) },
    Case(budget: "max-duration", code: "budget.duration", limit: 2) { seconds in
      animation(solid).replacing(#""op":30,"w""#, with: #""op":\#(seconds * 30),"w""#)
    },
    Case(budget: "max-side", code: "top.size", limit: 50) { side in
      animation(solid).replacing(#""w":100,"h":100"#, with: #""w":9,"h":\#(side)"#)
    },
    Case(budget: "max-frame-rate", code: "top.frame-rate", limit: 25) { rate in
      animation(solid).replacing(#""fr":30"#, with: #""fr":\#(rate)"#)
    },
    Case(budget: "max-star-points", code: "shape.star-points", limit: 7) { count in
      shapes(#"{"ty":"sr","or":{"k":1},"pt":{"a":0,"k":\#(count)},"p":{"k":[0,0]},"r":{"k":0}}"#)
    },
    Case(budget: "max-copies", code: "budget.copies", limit: 9) { count in
      shapes(#"{"ty":"rp","c":{"a":0,"k":\#(count)},"tr":{"ty":"tr"}}"#)
    },
  ]

  private static func errors(
    _ text: String, _ policy: CheckPolicy, gzip: Int = 0
  ) -> Set<String> {
    let report = Lottie.check(
      Array(text.utf8), policy, compressed: CompressedSizes(gzipByteCount: gzip))
    return Set(report.findings.filter { $0.severity == .error }.map(\.code))
  }

  private static func policy(_ budget: String, _ value: Double) throws -> CheckPolicy {
    var policy = CheckPolicy.gift
    let isSet = try #require(Budget.named(budget)).set(value, in: &policy.limits)
    try #require(isSet)
    return policy
  }

  @Test(arguments: cases)
  func `a budget takes as much as it says and refuses one more`(example: Case) throws {
    let policy = try Self.policy(example.budget, Double(example.limit))
    let atLimit = Self.errors(example.file(example.limit), policy)
    #expect(!atLimit.contains(example.code))
    let above = Self.errors(example.file(example.limit + 1), policy)
    #expect(above.contains(example.code))
    #expect(above.subtracting(atLimit) == [example.code])
  }

  @Test func `the memory of images is four bytes a pixel`() throws {
    let policy = try Self.policy("max-image-memory", 4 * 10 * 10)
    #expect(!Self.errors(Self.image(10, 10), policy).contains("budget.image-memory"))
    #expect(Self.errors(Self.image(10, 11), policy).contains("budget.image-memory"))
  }

  @Test func `bytes under gzip are limited for stickers, and for others on demand`() throws {
    let text = Self.animation(Self.solid)
    #expect(!CheckPolicy.gift.needsCompressedSizes)
    #expect(Self.errors(text, .gift, gzip: .max) == [])
    let telegram = CheckPolicy(.telegram)
    #expect(telegram.needsCompressedSizes)
    #expect(!Self.errors(text, telegram, gzip: 65_536).contains("budget.gzip-bytes"))
    #expect(Self.errors(text, telegram, gzip: 65_537).contains("budget.gzip-bytes"))
    let limited = try Self.policy("max-gzip-bytes", 50)
    #expect(limited.needsCompressedSizes)
    #expect(Self.errors(text, limited, gzip: 50) == [])
    #expect(Self.errors(text, limited, gzip: 51) == ["budget.gzip-bytes"])
  }

  @Test func `a policy that limits bytes under gzip cannot be checked without them`() async {
    await #expect(processExitsWith: .failure) {
      _ = Lottie.check(Array("{}".utf8), CheckPolicy(.telegram))
    }
  }

  @Test func `names are unique, in kebab case, and lead to their budget`() {
    #expect(Set(Budget.all.map(\.name)).count == Budget.all.count)
    for budget in Budget.all {
      #expect(budget.name.wholeMatch(of: /(max|min)(-[a-z]+)+/) != nil, "\(budget.name)")
      #expect(Budget.named(budget.name)?.help == budget.help)
      #expect(budget.help.hasSuffix("."))
    }
    #expect(Budget.named("max-love") == nil)
  }

  @Test(arguments: Profile.allCases)
  func `every default is a value that may be set, and is what is read back`(
    profile: Profile
  ) throws {
    let limits = CheckLimits(profile)
    for budget in Budget.all {
      guard let value = budget.value(in: limits) else { continue }
      var copy = limits
      #expect(budget.set(value, in: &copy), "\(budget.name)")
      #expect(copy == limits, "\(budget.name)")
    }
  }

  @Test(arguments: Budget.all.map(\.name))
  func `a value out of range, or no whole number where one is needed, changes nothing`(
    name: String
  ) throws {
    let budget = try #require(Budget.named(name))
    var limits = CheckLimits()
    let beyond = [
      budget.range.lowerBound - 1, budget.range.upperBound * 2, .infinity, -.infinity, .nan,
    ]
    for value in beyond { #expect(!budget.set(value, in: &limits)) }
    if budget.isWhole { #expect(!budget.set(budget.range.lowerBound + 0.5, in: &limits)) }
    #expect(limits == CheckLimits())
    #expect(budget.set(budget.range.lowerBound, in: &limits))
    #expect(budget.value(in: limits) == budget.range.lowerBound)
    #expect(budget.set(budget.range.upperBound, in: &limits))
    #expect(budget.value(in: limits) == budget.range.upperBound)
  }
}
