import Support
import Testing

struct AddRepairTests {
  /// A layer without a start time, and a group without a transform.
  private static let animation = Array(
    (#"{"v":"5.7.4","fr":30,"ip":0,"op":30,"w":100,"h":100,"layers":[{"ty":4,"ind":1,"ks":{},"#
      + #""ip":0,"op":30,"shapes":[{"ty":"gr","it":[{"ty":"el","p":{"k":[50,50]},"#
      + #""s":{"k":[50,50]}},{"ty":"fl","c":{"k":[1,0,0,1]},"o":{"k":100}}]}]}]}"#).utf8)

  @Test func `a file is repaired, and the original's digest is in the history`() async throws {
    let giftctl = try await Giftctl.stocked()
    let refused = try await giftctl.run("add", "rose", "-", input: Self.animation)
    #expect(refused.exitCode == 4)
    let outcome = try await giftctl.done(
      "add", "rose", "-", "--repair", "-m", "in a hurry", input: Self.animation)
    #expect(outcome.errorText.contains("giftctl: repair: added the start time of 1 layer\n"))
    #expect(outcome.errorText.contains("giftctl: repair: added the transform of 1 group\n"))
    let original = try await runProcess("sha256sum", [], input: Self.animation)
    let note = "in a hurry; repaired from SHA-256 \(original.outputText.prefix(64))"
    #expect(try await giftctl.done("log", "rose").outputText.contains(note))
    let again = try await giftctl.done("add", "rose", "-", "--repair", input: Self.animation)
    #expect(again.outputText.contains("unchanged"))
  }

  @Test func `a sound file is stored as it is`() async throws {
    let giftctl = try await Giftctl.stocked()
    let outcome = try await giftctl.done(
      "add", "rose", "-", "--repair", input: Fixtures.bytes("rose", blanks: 3))
    #expect(!outcome.errorText.contains("repair:"))
    #expect(try await !giftctl.done("log", "rose").outputText.contains("repaired from"))
  }

  @Test func `without a file there is nothing to repair`() async throws {
    let outcome = try await Giftctl(over: "host=/nowhere").run("add", "rose", "--repair")
    #expect(outcome.exitCode == 64)
  }
}
