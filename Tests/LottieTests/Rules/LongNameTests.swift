import Lottie
import Testing

/// Members whose names are too long to be looked up as integers.
struct LongNameTests {
  private static func codes(_ member: String) -> [String] {
    let fill = #"{"ty":"fl","c":{"k":[1,0,0]},"o":{"k":100},\#(member)}"#
    let ellipse = #"{"ty":"el","p":{"k":[0,0]},"s":{"k":[9,9]}}"#
    let layer = #"{"ty":4,"ks":{},"ip":0,"op":9,"st":0,"shapes":[\#(ellipse),\#(fill)]}"#
    let text = #"{"v":"5.7.4","fr":60,"ip":0,"op":60,"w":9,"h":9,"layers":[\#(layer)]}"#
    return Lottie.check(Array(text.utf8)).findings.map(\.code)
  }

  @Test(arguments: ["fillDisabled", "description", "fillEnabled2"])
  func `another long name is not taken for the one that players read`(name: String) {
    #expect(Self.codes(#""\#(name)":3"#) == Self.codes(#""\#(name)":true"#))
  }

  @Test func `the long name that players read is found, also with escapes`() {
    let good = Self.codes(#""fillEnabled":true"#)
    #expect(Self.codes(#""fillEnabled":3"#) != good)
    #expect(Self.codes(#""fill\u0045nabled":3"#) != good)
  }
}
