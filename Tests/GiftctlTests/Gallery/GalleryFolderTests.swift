import Foundation
import Support
import Testing

/// The gallery as files.
struct GalleryFolderTests {
  @Test func `a folder has all pages and pictures, and every link leads to a file`() async throws {
    let giftctl = try await Giftctl.unchanging()
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let target = folder.path + "/gallery"
    let outcome = try await giftctl.done("gallery", "-o", target)
    #expect(outcome.outputText.contains("pages; open index.html"))
    let mode = try FileManager.default.attributesOfItem(atPath: target)[.posixPermissions]
    #expect(mode as? Int == 0o700)
    let files = Set(try FileManager.default.subpathsOfDirectory(atPath: target))
    #expect(files.isSuperset(of: ["index.html", "gift-rose.html", "status-live.html"]))
    #expect(files.count { $0.hasPrefix("drawings/") } == 12)
    #expect(files.count { $0.hasPrefix("pictures/") } == 24)
    for file in files where file.hasSuffix(".html") {
      let text = try String(contentsOf: URL(filePath: target + "/" + file), encoding: .utf8)
      for link in text.matches(of: /(?:href|src|srcset|action)="([^"#]*)/) where !link.1.isEmpty {
        #expect(files.contains(String(link.1)), "\(file): \(link.1)")
      }
    }
  }

  @Test func `a folder that exists is left alone`() async throws {
    let giftctl = try await Giftctl.unchanging()
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let outcome = try await giftctl.run("gallery", "-o", folder.path)
    #expect(outcome.exitCode == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  /// The first conversation of a gallery with giftdraw asks for its version.
  @Test func `a drawing that fails is left out of a folder, and named`() async throws {
    let giftctl = try await Giftctl.unchanging()
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let script = try folder.program(
      "giftdraw",
      """
      if ! mkdir '\(folder.path)/first' 2>/dev/null && mkdir '\(folder.path)/second' 2>/dev/null
      then kill -KILL $$; fi
      exec '\(try Places.builtProduct("giftdraw"))'
      """)
    let target = folder.path + "/gallery"
    let outcome = try await giftctl.done("gallery", "-o", target, "--draw-with", script)
    let drawings = try FileManager.default.contentsOfDirectory(atPath: target + "/drawings")
    #expect(drawings.count == 11)
    #expect(
      outcome.errorText.contains(
        /1 large animation left out, [a-z]+ version 1 first: giftdraw was ended by signal 9/))
  }
}
