import Foundation
import Support
import Testing

/// The code in the documentation is code that compiles.
struct SnippetTests {
  private static let articles = "Client/Sources/GiftKit/GiftKit.docc"
  private static let root = Places.packageRoot + "/"

  @Test(arguments: [
    "GiftKit.md", "ShowGifts.md", "CachingAndOffline.md", "Prefetching.md",
    "YourOwnProvider.md", "Observing.md", "TestingYourApp.md", "ReachingYourServer.md",
    "LottieIOS.md", "SwiftUI.md", "BackgroundRefresh.md",
  ])
  func `every Swift block of an article is a snippet that compiles`(article: String) throws {
    let blocks = try Self.blocks("\(Self.articles)/\(article)")
    #expect(!blocks.isEmpty)
    let snippets = Set(try Self.snippets().values)
    for block in blocks { #expect(snippets.contains(block), "\(block)") }
  }

  @Test func `every snippet is in an article, and every article is checked`() throws {
    let folder = Self.root + Self.articles
    let articles = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(articles.count == 11)
    let blocks = Set(try articles.flatMap { try Self.blocks("\(Self.articles)/\($0)") })
    for (name, code) in try Self.snippets() { #expect(blocks.contains(code), "\(name)") }
  }

  @Test func `the Swift in the README is a snippet that compiles`() throws {
    let snippets = Set(try Self.snippets().values)
    for block in try Self.blocks("README.md") { #expect(snippets.contains(block), "\(block)") }
  }

  /// The blocks marked as Swift.
  private static func blocks(_ path: String) throws -> [String] {
    let text = try String(contentsOfFile: root + path, encoding: .utf8)
    return text.components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "\n```")[0]
    }
  }

  /// What is between `// snippet: NAME` and `// end`, by name, without its indentation.
  private static func snippets() throws -> [String: String] {
    let folder = root + "Tests/ClientTests/Snippets"
    var found: [String: String] = [:]
    for file in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
      for part in text.components(separatedBy: "// snippet: ").dropFirst() {
        let lines = part.components(separatedBy: "\n")
        let code = lines.dropFirst().prefix {
          $0.trimmingCharacters(in: .whitespaces) != "// end"
        }
        let indent = code.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        found[lines[0]] = code.map { String($0.dropFirst(indent)) }.joined(separator: "\n")
      }
    }
    return found
  }
}
