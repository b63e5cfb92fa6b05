import Foundation
import Support
import Testing

struct ManifestExampleTests {
  @Test func `the example of a manifest goes in together with its animations, twice`()
    async throws
  {
    let giftctl = try await Giftctl.empty()
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let example = try await giftctl.done("import", "--example").output
    _ = try folder.write("manifest.json", example)
    for gift in ["rose", "fireworks", "crown"] {
      _ = try folder.write("\(gift).json", Fixtures.bytes(gift))
    }
    #expect(try await giftctl.json("import", folder.path)["change"] == 1)
    #expect(try await giftctl.json("import", folder.path)["outcome"] == "unchanged")
  }

  @Test func `the page explains the example that is printed, and its every member`() async throws {
    let example = try await Giftctl(over: "").done("import", "--example").outputText
    let page = try String(contentsOfFile: Places.packageRoot + "/docs/manifest.md", encoding: .utf8)
    #expect(page.contains("```json\n\(example)```\n"))
    let schema = try JSONValue(
      text: String(
        contentsOfFile: Places.packageRoot + "/docs/manifest.schema.json", encoding: .utf8))
    let members =
      ["category", "gift", "placement", "segment", "window"].flatMap {
        schema["$defs"]?[$0]?["properties"]?.keys ?? []
      }
      + (schema["properties"]?.keys ?? [])
    #expect(members.count == 41)
    #expect(members.filter { !page.contains("`\($0)`") } == [])
  }

  @Test func `a manifest may name its schema, and nothing but a text does`() async throws {
    let giftctl = try await Giftctl.empty()
    for (schema, code) in [("\"manifest.schema.json\"", Int32(0)), ("null", 0), ("1", 64)] {
      let folder = try TemporaryFolder()
      defer { folder.remove() }
      _ = try folder.write("manifest.json", Array(#"{"$schema":\#(schema),"gifts":[]}"#.utf8))
      #expect(try await giftctl.run("import", folder.path).exitCode == code)
    }
  }

  @Test(arguments: [["import"], ["import", ".", "--example"]])
  func `an import is of a folder, or an example is printed`(words: [String]) async throws {
    let outcome = try await Giftctl(over: "").run(words)
    #expect(outcome.exitCode == 64)
    #expect(outcome.output.isEmpty)
  }
}
