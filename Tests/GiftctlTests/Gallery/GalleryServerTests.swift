import Foundation
import Support
import Testing

/// The gallery over a real socket, as curl(1) sees it.
struct GalleryServerTests {
  private static let policy =
    "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; base-uri 'none'; "
    + "form-action 'self'; frame-ancestors 'none'"

  @Test func `every page of the gallery is served, with everything that it names`() async throws {
    let giftctl = try await Giftctl.unchanging()
    try await giftctl.withGallery { gallery in
      let overview = try await gallery.get("")
      #expect(overview.status == 200)
      #expect(overview.text.contains(">Rose</bdi>"))
      let links = Set(overview.text.matches(of: /(?:href|src)="(\/[^"?#]*)"/).map { String($0.1) })
      #expect(links.count > 30)
      for link in links.sorted() {
        #expect(try await gallery.get(link).status == 200, "\(link)")
      }
      let gift = try await gallery.get("gifts/rose")
      #expect(gift.text.contains("giftctl retire rose"))
      #expect(gift.text.contains("<strong>tester</strong>"))
      let past = try await gallery.get("?at=2001-01-01T00:00:00Z")
      #expect(past.text.contains("There are no gifts yet"))
    }
  }

  @Test func `every response says what a browser may do with it`() async throws {
    let giftctl = try await Giftctl.unchanging()
    try await giftctl.withGallery { gallery in
      for target in ["", "gallery.css", "gifts/none", "/", "?at=never"] {
        let fields = try await gallery.get(target).fields
        #expect(fields["content-security-policy"] == Self.policy)
        #expect(fields["x-content-type-options"] == "nosniff")
        #expect(fields["referrer-policy"] == "no-referrer")
        #expect(fields["x-frame-options"] == "DENY")
        #expect(fields["cache-control"]?.hasPrefix("private") == true)
        #expect(fields["server"] == nil)
        #expect(fields["set-cookie"] == nil)
      }
    }
  }

  @Test func `without the token there is nothing`() async throws {
    let giftctl = try await Giftctl.unchanging()
    try await giftctl.withGallery { gallery in
      #expect(gallery.token.count == 48)
      let first = gallery.token.first == "0" ? "1" : "0"
      let other = first + gallery.token.dropFirst()
      for target in [
        "/", "/gifts/rose", "/\(other)/", "/\(gallery.token.dropLast())/", "/\(gallery.token)0/",
        "//\(gallery.token)/", "/\(gallery.token)", "/%2e/\(gallery.token)/", "/gallery.css",
        "/\(gallery.token.uppercased())x/",
      ] {
        let answer = try await gallery.get(target)
        #expect(answer.status == 404, "\(target)")
        #expect(!answer.text.contains(gallery.token))
      }
    }
  }

  @Test func `only names of this machine itself are answered`() async throws {
    let giftctl = try await Giftctl.unchanging()
    try await giftctl.withGallery { gallery in
      for host in ["localhost", "127.0.0.1:80", "LOCALHOST:8080"] {
        let answer = try await gallery.get("", "--header", "Host: \(host)")
        #expect(answer.status == 200, "\(host)")
      }
      for host in [
        "example.org", "127.0.0.1.example.org", "localhost.example.org:80", "127.0.0.1:x",
        "example.org:127", "127.0.0.1@example.org", "0.0.0.0",
      ] {
        let answer = try await gallery.get("", "--header", "Host: \(host)")
        #expect(answer.status == 400, "\(host)")
      }
    }
  }

  @Test func `a request that two servers could read differently is refused`() async throws {
    let giftctl = try await Giftctl.unchanging()
    try await giftctl.withGallery { gallery in
      let path = "/\(gallery.token)/"
      let host = "Host: 127.0.0.1"
      let good = try await gallery.raw("GET \(path) HTTP/1.1\r\n\(host)\r\n\r\n")
      #expect(good.hasPrefix("HTTP/1.1 200 "))
      for (head, status) in [
        ("GET \(path) HTTP/1.1\r\n\(host)\r\nHost: example.org", 400),
        ("GET \(path) HTTP/1.1\r\n\(host)\r\n\(host)", 400), ("GET \(path) HTTP/1.1", 400),
        ("GET http://127.0.0.1\(path) HTTP/1.1\r\n\(host)", 404),
        ("GET http://example.org\(path) HTTP/1.1\r\n\(host)", 404),
        ("GET * HTTP/1.1\r\n\(host)", 404),
        ("GET \(path) HTTP/1.1\r\n\(host)\r\nContent-Length: 1\r\nContent-Length: 1", 400),
      ] {
        let answer = try await gallery.raw(head + "\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(head): \(answer.prefix(40))")
        #expect(!answer.contains("Rose"))
      }
    }
  }

  /// Both kinds of connection stay open: those that say nothing, and those without the token.
  @Test(arguments: ["", "GET /wrong/ HTTP/1.1\\r\\nHost: 127.0.0.1\\r\\n\\r\\n"])
  func `connections of others do not close the gallery to its owner`(
    request: String
  ) async throws {
    let giftctl = try await Giftctl.unchanging()
    try await giftctl.withGallery { gallery in
      let outcome = try await runProcess(
        "bash",
        [
          "-c",
          """
          for i in {1..200}; do
            exec {file}<>/dev/tcp/127.0.0.1/$0 && printf "$2" >&$file
          done 2>/dev/null
          curl --silent --max-time 4 --output /dev/null --write-out '%{http_code}' "$1"
          """, gallery.port, gallery.address, request,
        ])
      #expect(outcome.outputText == "200")
    }
  }

  @Test func `the gallery can only be read`() async throws {
    let giftctl = try await Giftctl.unchanging()
    try await giftctl.withGallery { gallery in
      for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"] {
        let answer = try await gallery.get("", "--request", method)
        #expect(answer.status == 405)
        #expect(answer.fields["allow"] == "GET, HEAD")
      }
      let head = try await gallery.get("", "--head")
      #expect(head.status == 200)
      #expect(head.body == [])
      #expect((head.fields["content-length"].flatMap { Int($0) } ?? 0) > 10_000)
    }
  }

  @Test func `what there is not is not found`() async throws {
    let giftctl = try await Giftctl.unchanging()
    try await giftctl.withGallery { gallery in
      for target in [
        "gifts/none", "gifts/rose?ground=x", "gifts/rose?version=99", "gifts/rose?with=99",
        "?at=tomorrow-ish", "?at=%2B999999w", "pictures/none.webp", "changes/x",
        "rotations/none", "%2e%2e/gallery.css", "../gallery.css",
      ] {
        let answer = try await gallery.get(target)
        #expect(answer.status == 404, "\(target)")
      }
    }
  }

  @Test func `a page at a past instant has the history until then`() async throws {
    let giftctl = try await Giftctl.stocked()
    let before = try #require(try await giftctl.json("list")["at"]?.string)
    try await giftctl.done("add", "rose", "--price", "77", "--yes", "-m", "After that instant")
    try await giftctl.withGallery { gallery in
      let now = try await gallery.get("gifts/rose").text
      #expect(now.contains("After that instant") && now.contains("<strong>tester</strong>"))
      let past = try await gallery.get("gifts/rose?at=\(before)").text
      #expect(!past.contains("After that instant") && past.contains("<strong>tester</strong>"))
    }
  }

  @Test func `a frame, an animation and a difference are drawn on demand`() async throws {
    let giftctl = try await Giftctl.unchanging()
    try await giftctl.withGallery { gallery in
      let page = try await gallery.get("gifts/rose").text
      let motion = try #require(page.firstMatch(of: /drawings\/([0-9a-f]{64})-dark\.webp/))
      let digest = String(motion.1)
      let crown = try await gallery.get("gifts/crown").text
      let other = try #require(crown.firstMatch(of: /drawings\/([0-9a-f]{64})-dark\.webp/)).1
      for (target, type, start) in [
        (String(motion.0), "image/webp", "RIFF"),
        ("drawings/\(digest)-frame-45.png", "image/png", "\u{89}PNG"),
        ("drawings/\(digest)-\(other)-at-500.png", "image/png", "\u{89}PNG"),
      ] {
        let answer = try await gallery.get(target)
        #expect(answer.status == 200)
        #expect(answer.fields["content-type"] == type)
        #expect(answer.fields["cache-control"] == "private, max-age=31536000, immutable")
        #expect(answer.body.starts(with: start.unicodeScalars.map { UInt8($0.value) }))
        #expect(try await gallery.get(target).body == answer.body)
      }
      let unknown = String(repeating: "0", count: 64)
      let missing = try await gallery.get("drawings/\(unknown)-frame-0.png")
      #expect(missing.status == 404)
    }
  }

  @Test func `a port that is taken is one clear failure`() async throws {
    let giftctl = try await Giftctl.unchanging()
    try await giftctl.withGallery { gallery in
      let port = String(gallery.address.split(separator: "/")[1].split(separator: ":")[1])
      let second = try await giftctl.run("gallery", "--no-open", "--port", port)
      #expect(second.exitCode == 1)
      #expect(second.errorText.contains("Port \(port) cannot be opened"))
    }
  }

  @Test(arguments: [
    ["--port", "0"], ["--port", "65536"], ["-o", "-"], ["-o", "x", "--port", "8080"],
  ])
  func `options that make no sense are refused`(words: [String]) async throws {
    let giftctl = try await Giftctl.unchanging()
    #expect(try await giftctl.run(["gallery", "--no-open"] + words).exitCode == 64)
  }

  /// The stand-in for giftdraw says its version, and then says nothing more.
  @Test func `Ctrl-C ends the gallery while something is drawn`() async throws {
    let giftctl = try await Giftctl.unchanging()
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let drawer = try folder.program(
      "giftdraw",
      """
      if mkdir '\(folder.path)/first' 2>/dev/null; then
        exec '\(try Places.builtProduct("giftdraw"))'
      fi
      echo drawing > '\(folder.path)/pipe'
      exec tail -f /dev/null
      """)
    _ = try await runProcess("mkfifo", [folder.path + "/pipe"])
    try await giftctl.withGallery(["--draw-with", drawer]) { gallery in
      let page = try await gallery.get("gifts/rose").text
      let motion = try #require(page.firstMatch(of: /drawings\/[0-9a-f]{64}-dark\.webp/))
      let url = gallery.address + String(motion.0)
      let waiting = try await runProcess(
        "sh",
        [
          "-c", "curl --silent --max-time 30 \"$0\" >/dev/null 2>&1 & cat \"$1\"", url,
          folder.path + "/pipe",
        ])
      #expect(waiting.outputText == "drawing\n")
    }
  }

  @Test func `a port that another program has is named with the reason`() async throws {
    let giftctl = try await Giftctl.unchanging()
    try await giftctl.withGallery { gallery in
      let outcome = try await giftctl.run("gallery", "--no-open", "--port", gallery.port)
      #expect(outcome.exitCode == 1)
      #expect(outcome.errorText.contains("Port \(gallery.port) cannot be opened (Address already"))
    }
  }

  @Test(arguments: ["EST5EDT,M3.2.0,M11.1.0", "CET-1CEST"])
  func `a zone without a name becomes UTC, and this is said`(zone: String) async throws {
    var giftctl = try await Giftctl.unchanging()
    giftctl.environment.merge(["TZ": zone, "GIFT_TZ": ""]) { $1 }
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let outcome = try await giftctl.done("gallery", "-o", folder.path + "/gallery")
    #expect(outcome.errorText.contains("Times are in UTC"))
  }
}
