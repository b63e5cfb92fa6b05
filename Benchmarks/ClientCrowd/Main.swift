// ClientCrowd owns thousands of clients in one process that ask a giftd as docs/client-protocol.md
// says, over a boundary, and what they measured. It must not know who runs it.

import Foundation

/// Prints one line of JSON.
@main
struct Main {
  /// Arguments: the port; how many clients; `upcoming` for those that fetch early, or `none`; the
  /// seconds that stand for the half hour within which they do; when to end, in seconds.
  static func main() async throws {
    let words = CommandLine.arguments
    guard words.count == 6, let port = Int(words[1]), let count = Int(words[2]),
      let window = Double(words[4]), let end = Double(words[5])
    else {
      print("usage: ClientCrowd PORT CLIENTS upcoming|none WINDOW SECONDS")
      exit(64)
    }
    let rules = CrowdRules(
      port: port, window: words[3] == "upcoming" ? window : nil,
      end: ContinuousClock.now.advanced(by: .seconds(end)))
    let book = CrowdBook()
    await withDiscardingTaskGroup { group in
      for _ in 0..<count {
        group.addTask {
          var client = CrowdClient(rules: rules, book: book)
          await client.run()
        }
      }
    }
    print(book.summary)
  }
}
