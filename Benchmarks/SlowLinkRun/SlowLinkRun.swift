// SlowLinkRun owns the slow link as a process: it prints the port, and serves until it is ended. It
// must not know what is said over it.

import NIOCore
import SlowLink

@main
struct Main {
  /// Arguments: the path of a server's Unix socket, and the milliseconds each way.
  static func main() async throws {
    let arguments = CommandLine.arguments
    let link = try await SlowLink(
      to: arguments[1], delay: .milliseconds(Int64(arguments[2]) ?? 20))
    print(link.port)
    try await link.ended()
  }
}
