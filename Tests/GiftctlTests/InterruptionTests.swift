import Foundation
import Support
import Testing

@Suite struct InterruptionTests {
  /// Waits until the program catches SIGINT, and sends it.
  private static let script = """
    set -m
    mkfifo "$1/pipe"
    "$0" import - <>"$1/pipe" 2>"$1/errors" &
    until grep -q '^SigCgt:.*[2367abef]$' /proc/$!/status; do :; done
    kill -INT $!
    wait $!
    echo $?
    """

  @Test func `Ctrl-C says what was done, and ends a command as the signal does`() async throws {
    let giftctl = try await Giftctl.unchanging()
    let before = try await giftctl.rows()
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let outcome = try await runProcess(
      "bash", ["-c", Self.script, try Places.builtProduct("giftctl"), folder.path],
      environment: giftctl.environment, limit: .seconds(60))
    #expect(outcome.outputText == "130\n")
    let errors = try String(contentsOfFile: folder.path + "/errors", encoding: .utf8)
    #expect(errors == "\ngiftctl: Interrupted. Nothing was changed.\n")
    #expect(try await giftctl.rows() == before)
  }
}
