import Support
import Testing

/// `giftctl check --compare` and `giftctl diff` of two versions.
@Suite(.serialized) struct CompareTests {
  private let giftctl = Giftctl(over: "host=/nowhere")

  @Test func `only what differs is in the table, and each side's own features below`()
    async throws
  {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let one = try folder.write("1.json", Self.animation(height: 10, members: ""))
    let two = try folder.write("2.json", Self.animation(height: 20, members: #","parent":2"#))
    let outcome = try await giftctl.done("check", "--compare", one, two)
    #expect(outcome.lines.prefix(2) == ["A  \(one)", "B  \(two)"])
    #expect(outcome.lines.contains { $0.contains(#/^size +9×10 +9×20$/#) })
    #expect(outcome.lines.contains { $0.hasPrefix("gzip bytes ") })
    #expect(!outcome.lines.contains { $0.hasPrefix("duration") || $0.hasPrefix("frame") })
    #expect(outcome.lines.last == "only B uses: parents")
    let same = try await giftctl.done("check", "--compare", one, one)
    #expect(same.lines.last == "no differences")
  }

  private static func animation(height: Int, members: String) -> String {
    let layer =
      ##""ty":1,"sw":9,"sh":9,"sc":"#ff0000","ks":{"o":{"a":0,"k":1}},"ip":0,"op":60,"st":0"##
    return #"{"v":"5.7.4","fr":60,"ip":0,"op":60,"w":9,"h":\#(height),"assets":[],"layers":["#
      + #"{\#(layer),"ind":1\#(members)},{\#(layer),"ind":2}]}"#
  }

  @Test func `as JSON both sides are whole, with sorted keys`() async throws {
    let words = ["check", "--compare", Fixtures.file("rose"), Fixtures.file("heart"), "--json"]
    let outcome = try await giftctl.run(words)
    #expect(outcome.exitCode == 0)
    let document = try outcome.json()
    #expect(try document.sortedLine + "\n" == outcome.outputText)
    #expect(document.keys == ["after", "before", "featuresAdded", "featuresRemoved"])
    #expect(document["before"]?["file"]?.string == Fixtures.file("rose"))
    let keys = document["after"]?["summary"]?.keys ?? []
    #expect(keys.isSuperset(of: ["durationMs", "gzipByteCount", "layerCount"]))
    #expect(!keys.contains("brotliByteCount"))
  }

  @Test func `the exit code is that of the check, and anything but two files is a mistake`()
    async throws
  {
    let rose = Fixtures.file("rose")
    #expect(try await giftctl.run("check", "--compare", rose, Fixtures.refused).exitCode == 4)
    #expect(try await giftctl.run("check", "--compare", rose, "/nowhere").exitCode == 2)
    #expect(try await giftctl.run("check", "--compare", "/dev/null", rose).exitCode == 1)
    for words in [[], [rose], [rose, rose, rose], ["--catalogue"], [rose, rose, "--summary"]] {
      #expect(try await giftctl.run(["check", "--compare"] + words).exitCode == 64)
    }
  }

  @Test func `two stored versions are compared by their bytes`() async throws {
    let giftctl = try await Giftctl.stocked()
    try await giftctl.done("add", "rose", Fixtures.file("heart"))
    let outcome = try await giftctl.done("diff", "rose@1", "rose@2")
    #expect(outcome.lines.prefix(2) == ["A  rose@1", "B  rose@2"])
    #expect(outcome.lines.contains { $0.hasPrefix("bytes ") })
    let same = try await giftctl.done("diff", "rose@2", "heart@1")
    #expect(same.lines.last == "no differences")
    #expect(try await giftctl.json("diff", "rose@1", "heart@1")["after"]?["file"] == "heart@1")
    let mistakes: KeyValuePairs<String, Int32> = [
      "rose@1": 64, "rose@1 rose@2 rose@1": 64, "rose@1 rose@2 --from 0": 64, "rose rose@1": 64,
      "rose@x rose@1": 64, "rose@1 rose@9": 2, "rose@1 nothing@1": 2,
    ]
    for (words, code) in mistakes {
      let words = ["diff"] + words.split(separator: " ").map(String.init)
      #expect(try await giftctl.run(words).exitCode == code, "\(words)")
    }
  }
}
