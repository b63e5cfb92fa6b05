import DaemonSupport
import Foundation
import Glibc
import Support
import Testing

struct SignalTests {
  @Test func `SIGHUP lets it read again what it logs, and no signal but an order ends it`()
    async throws
  {
    let file = FileManager.default.temporaryDirectory.path + "/level-\(UUID().uuidString)"
    @Sendable func write(_ level: String) throws {
      try Data(level.utf8).write(to: URL(filePath: file))
    }
    try write("notice\n")
    let command = """
      exec "$0" --listen 127.0.0.1:0 --operations-listen 127.0.0.1:0 --database host=/nowhere \
        --log-level-file "$1" 2>&1
      """
    try await withProcess("sh", ["-c", command, try Places.builtProduct("giftd"), file]) {
      pid, lines in
      #expect(await lines.contains { $0.contains("listening") })
      for (level, answer) in [
        ("loud", "the log's level stays as it is"), ("debug", "read again log-level=debug"),
      ] {
        try write(level)
        for signal in [SIGUSR1, SIGUSR2, SIGHUP] { kill(pid, signal) }
        #expect(await lines.contains { $0.contains(answer) })
      }
    }
    try FileManager.default.removeItem(atPath: file)
  }

  @Test func `a file that has no level ends it with 64`() async throws {
    let outcome = try await runProcess(
      try Places.builtProduct("giftd"), ["--private", "--log-level-file", "/nowhere/level"])
    #expect(outcome.status == .exited(64))
    #expect(outcome.errorText.contains("The file /nowhere/level cannot be read."))
  }
}
