import PostgresCluster
import Support
import Testing

/// What bash offers after a Tab; `make completions` tries zsh and fish, too.
struct CompletionTests {
  private static let lines = [
    ("publish ro", ["rocket", "rose"]), ("publish rose cro", ["crown"]),
    ("publish rose --also-retire cro", ["crown"]), ("show dia", ["diamond"]),
    ("history tedd", ["teddy"]), ("rollback tedd", ["teddy"]), ("add clo", ["clouds"]),
    ("show nothing", []), ("add rose --category tr", ["treasure"]),
    ("add rose --tag new", ["new-year"]), ("rotation show sp", ["spring"]),
    ("rotation plan sp", ["spring"]), ("rotation swap spring 1 ro", ["rocket", "rose"]),
    ("rotation edit spring --lineup rose,cro", ["rose,crown"]),
    ("rotation s", ["show", "skip", "swap"]), ("repa", ["repair"]),
    ("calendar --format i", ["ics"]),
    ("check --explain shape.dash-", ["shape.dash-name", "shape.dash-tiny"]),
    ("check --profile gi", ["gift"]), ("publish --also", ["--also-retire"]),
  ]

  @Test func `a Tab offers what the catalogue has`() async throws {
    let giftctl = try await Giftctl.stocked()
    try await giftctl.done(
      "rotation", "add", "spring", "--tz", "Europe/London", "--first", "2100-03-02 10:00",
      "--every", "3w", "--lineup", "rose,heart")
    for (line, offered) in Self.lines {
      // A Tab waits for the database for half a second; on a busy machine it takes another.
      let found = try await eventually {
        let words = try await giftctl.offers(after: line)
        return words == offered ? words : nil
      }
      #expect(found != nil, "\(line)")
    }
  }

  @Test func `a Tab offers animations and folders`() async throws {
    let giftctl = try await Giftctl.empty()
    let rose = Fixtures.file("rose")
    for line in ["add rose \(rose.dropLast(2))", "check \(rose.dropLast(2))"] {
      #expect(try await giftctl.offers(after: line) == [rose])
    }
    let folder = Places.packageRoot + "/fixtures/lottie"
    #expect(try await giftctl.offers(after: "import \(folder)/va") == ["\(folder)/valid"])
  }

  @Test func `a database named in the line is asked, and no other`() async throws {
    let stocked = try await Giftctl.unchanging()
    let empty = try await Giftctl.empty()
    let line = "publish --database \"\(stocked.database)\" di"
    #expect(try await empty.offers(after: line) == ["diamond"])
    #expect(try await stocked.offers(after: "publish --database \"$ELSEWHERE\" di") == [])
  }

  @Test(arguments: [
    "host=/nowhere", "nonsense", "host=127.0.0.1 port=1", "host=192.0.2.1",
  ])
  func `a database that does not answer offers nothing, and says nothing`(
    conninfo: String
  ) async throws {
    let giftctl = Giftctl(over: conninfo)
    #expect(try await giftctl.offers(after: "publish ro", limit: .seconds(10)) == [])
  }

  @Test func `a database that is not migrated offers nothing, and stays so`() async throws {
    let giftctl = Giftctl(over: try await TestCluster.shared().createDatabase())
    #expect(try await giftctl.offers(after: "publish ro") == [])
    #expect(try await giftctl.json("database", "status")["pendingMigrations"] != .list([]))
  }

  @Test func `no private database is made or started for a Tab`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    var giftctl = Giftctl(over: "")
    giftctl.environment["GIFT_DATABASE"] = nil
    giftctl.environment["GIFT_DATA"] = folder.path + "/data"
    #expect(try await giftctl.offers(after: "publish ro") == [])
    #expect(try await giftctl.json("database", "status")["state"] == "absent")
  }
}

extension Giftctl {
  /// What bash offers when Tab is pressed at the end of `giftctl LINE`, sorted.
  fileprivate func offers(
    after line: String, limit: Duration = .seconds(60)
  ) async throws -> [String] {
    let script = #"""
      giftctl() { "$GIFTCTL" "$@"; }
      eval "$(giftctl --generate-completion-script bash)" || exit 1
      complete -p giftctl >/dev/null || exit 1
      COMP_LINE="giftctl $1" COMP_POINT=${#COMP_LINE}
      # The words as they are typed, quotes included.
      mapfile -t COMP_WORDS < <(grep -oE "'[^']*'|\"[^\"]*\"|[^ ]+" <<<"$COMP_LINE")
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _giftctl giftctl "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      [ "${#COMPREPLY[@]}" -eq 0 ] || printf '%s\n' "${COMPREPLY[@]}" | sort
      """#
    let outcome = try await runProcess(
      "bash", ["-c", script, "bash", line],
      environment: environment.merging(["GIFTCTL": try Places.builtProduct("giftctl")]) { $1 },
      limit: limit)
    guard outcome.exitCode == 0, outcome.errors.isEmpty else {
      throw Surprise.exit([line], outcome)
    }
    return outcome.lines.map(String.init)
  }
}
