import Foundation
import Support
import Testing

@Suite(.serialized) struct CheckRulesTests {
  private let giftctl = Giftctl(over: "host=/nowhere")

  @Test func `the page of rules is what the rules generate`() async throws {
    let generated = try await giftctl.done("check", "--rules", "--markdown").output
    let page = URL(filePath: Places.packageRoot + "/RULES.md")
    #expect(try Data(contentsOf: page) == Data(generated), "run make rules")
  }

  @Test func `every rule is listed, in text, in JSON and on the page`() async throws {
    let rules = try await giftctl.json("check", "--rules")["rules"]?.values ?? []
    #expect(rules.count > 100)
    let text = try await giftctl.done("check", "--rules").lines
    #expect(text.count == rules.count + 1)
    let page = try await giftctl.done("check", "--rules", "--markdown").outputText
    for (rule, line) in zip(rules, text.dropFirst()) {
      let code = try #require(rule["code"]?.string)
      #expect(rule.keys == Self.members)
      #expect(line.hasPrefix(code + " "))
      #expect(page.contains("\n## `\(code)`\n"))
    }
    #expect(page.contains("`file.missing`"))
  }

  private static let members: Set<String> = [
    "breaks", "code", "disturbs", "fixes", "reason", "remedy", "severity", "source",
  ]

  @Test func `one rule is explained, in text and in JSON`() async throws {
    let text = try await giftctl.done("check", "--explain", "shape.dash").outputText
    for word in ["why", "fix", "severity", "breaks", "disturbs", "source"] {
      #expect(text.contains("\n  \(word) "))
    }
    let rule = try await giftctl.json("check", "--explain", "shape.dash")
    #expect(rule.keys == Self.members)
    #expect(rule["code"] == "shape.dash")
    #expect(rule["severity"]?["gift"] == "error")
    #expect(rule["severity"]?["spec"] == "note")
    #expect(try await giftctl.done("check", "--explain", "file.none").outputText.contains("*.json"))
  }

  @Test(arguments: [
    "shape.dsah": "shape.dash", "Shape.Dash": "shape.dash", "json.emtpy": "json.empty",
  ])
  func `a slip in a code gets the code that was meant`(_ slip: (key: String, value: String))
    async throws
  {
    let outcome = try await giftctl.run("check", "--explain", slip.key)
    #expect(outcome.exitCode == 64)
    #expect(outcome.errorText.contains("Did you mean \(slip.value)?"))
  }

  @Test(arguments: ["zzzzzzzzzzzzzzzz", "", "\u{1B}[31m"])
  func `what is no code at all gets none`(_ code: String) async throws {
    let outcome = try await giftctl.run("check", "--explain", code)
    #expect(outcome.exitCode == 64)
    #expect(!outcome.errorText.contains("Did you mean"))
    #expect(!outcome.errors.contains(0x1B))
  }

  @Test(arguments: [
    "--rules x", "--catalogue x", "--rules --catalogue", "--explain shape.dash --rules",
    "--markdown", "--rules --markdown --json", "--database x y", "--profile gifts x",
  ])
  func `what does not go together is said, and exit 64`(_ line: String) async throws {
    let outcome = try await giftctl.run(["check"] + line.split(separator: " ").map(String.init))
    #expect(outcome.exitCode == 64)
  }

  @Test func `a profile decides what is an error`() async throws {
    let file = Places.packageRoot + "/fixtures/lottie/invalid/shape.dash/negative.json"
    #expect(try await giftctl.run("check", file).exitCode == 4)
    #expect(try await giftctl.run("check", file, "--profile", "rlottie").exitCode == 4)
    #expect(try await giftctl.run("check", file, "--profile", "spec").exitCode == 0)
  }
}
