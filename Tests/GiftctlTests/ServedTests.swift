import DaemonSupport
import Foundation
import PostgresCluster
import Support
import Testing

/// Which change viewers get, asked of a giftd and of what is none.
@Suite(.timeLimit(.minutes(3))) struct ServedTests {
  @Test func `served says which change a giftd serves, and whether it is the newest`() async throws
  {
    let giftctl = try await Giftctl.stocked()
    try await giftctl.done("add", "rose", "--price", "9", "-m", "Sale")
    let database = giftctl.database
    let end = try await withDaemon(database: database) { daemon in
      let url = "http://127.0.0.1:\(daemon.publicPort)"
      try await giftctl.done("served", "--url", url, "--wait")
      let text = try await giftctl.done("served", "--url", url + "/").outputText
      // What has just changed is the same since no whole second.
      let form = #/\S+ serves change 2(, the same since [^,]+)?, read .+\n.+\n/#
      #expect(text.hasPrefix("\(url) serves ") && text.wholeMatch(of: form) != nil, "\(text)")
      #expect(text.hasSuffix("It is the newest change.\n"), "\(text)")
      let now = try await giftctl.json("served", "--url", url)
      #expect(now["change"] == 2 && now["wanted"] == 2 && now["arrived"] == true, "\(now)")
      let early = try await giftctl.run(["served", "--url", url, "--change", "3"])
      #expect(early.exitCode == 1)
      #expect(early.outputText.hasSuffix("Change 3 is not served there yet.\n"))
      // It needs no database, and compares with none.
      var alone = giftctl
      alone.environment["GIFT_DATABASE"] = nil
      let known = try await alone.done("served", "--url", url, "--change", "1").outputText
      #expect(known.hasSuffix("Change 1 is served there.\n"), "\(known)")
      #expect(try await alone.done("served", "--url", url).lines.count == 1)
      let unsaid = try await alone.run(["served", "--url", url, "--wait"])
      #expect(unsaid.exitCode == 64)
      return 0
    }
    #expect(end.status == .exited(0))
  }

  @Test func `an edit waits until it is served, and says so`() async throws {
    let giftctl = try await Giftctl.stocked()
    let database = giftctl.database
    _ = try await withDaemon(database: database) { daemon in
      let url = "http://127.0.0.1:\(daemon.publicPort)"
      let edit = try await giftctl.done("retire", "rose", "--yes", "--wait", url)
      #expect(edit.outputText.hasSuffix("  served at \(url)\n"), "\(edit.outputText)")
      let served = try await giftctl.json("served", "--url", url, "--change", "2")
      #expect(served["arrived"] == true)
      let json = try await giftctl.json("publish", "rose", "--wait", url)
      #expect(json["change"] == 3)
      return 0
    }
  }

  @Test func `a change that does not arrive is waited for in vain, and the edit stays`()
    async throws
  {
    let giftctl = try await Giftctl.stocked()
    let other = try await Giftctl.stocked()
    let database = other.database
    _ = try await withDaemon(database: database) { daemon in
      let url = "http://127.0.0.1:\(daemon.publicPort)"
      try await giftctl.done("served", "--url", url, "--change", "1", "--wait")
      let late = try await giftctl.run(
        ["served", "--url", url, "--change", "2", "--wait", "--timeout", "2"])
      #expect(late.exitCode == 8)
      #expect(
        late.errorText == "giftctl: \(url) serves change 1, and not change 2 after 2 seconds. "
          + "Why: its /readyz, and docs/operations.md.\n")
      return 0
    }
    // Nothing listens there.
    let gone = try await giftctl.run(
      ["served", "--url", "http://127.0.0.1:9", "--change", "2", "--wait", "--timeout", "1"])
    #expect(gone.exitCode == 6)
    #expect(
      gone.errorText == "giftctl: http://127.0.0.1:9 cannot be asked: nothing listens there.\n")
  }

  @Test(arguments: ["gifts.example.com", "ftp://gifts.example.com", "https://", "http://a b"])
  func `an address that is no URL is refused before anything is edited`(_ url: String)
    async throws
  {
    let giftctl = try await Giftctl.unchanging()
    let before = try await giftctl.rows()
    for words in [["served", "--url", url], ["retire", "rose", "--yes", "--wait", url]] {
      let refused = try await giftctl.run(words)
      #expect(refused.exitCode == 64)
      #expect(refused.errorText.contains("is not the address of a giftd"), "\(refused.errorText)")
    }
    #expect(try await giftctl.rows() == before)
  }

  @Test func `an address of something else says what it lacks`() async throws {
    let giftctl = try await Giftctl.unchanging()
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    for (answer, sentence) in [
      (
        #"HTTP/1.1 404 Not Found\r\n\r\n"#, "answers with status 404: is it the address of a giftd?"
      ),
      (#"HTTP/1.1 200 OK\r\nServer: x\r\n\r\n"#, "does not say which change it serves"),
      (
        #"HTTP/1.1 200 OK\r\nGift-Catalogue-Read: @1;change=-1\r\n\r\n"#,
        "does not say which change it serves"
      ),
    ] {
      _ = try folder.program("curl", "printf '\(answer)'")
      var asked = giftctl
      asked.environment["PATH"] = folder.path + ":/usr/bin:/bin"
      let outcome = try await asked.run(["served", "--url", "http://x.test", "--change", "1"])
      #expect(outcome.exitCode == 1)
      #expect(outcome.errorText.contains(sentence), "\(outcome.errorText)")
    }
    var bare = giftctl
    // With timeout(1), by which tests run it, and nothing else.
    let tools = try folder.folder("tools")
    try FileManager.default.createSymbolicLink(
      atPath: tools.path + "/timeout", withDestinationPath: "/usr/bin/timeout")
    bare.environment["PATH"] = tools.path
    let outcome = try await bare.run(["served", "--url", "http://x.test", "--change", "1"])
    #expect(outcome.errorText.contains("install the package curl"), "\(outcome.errorText)")
  }
}
