import PostgresCluster
import Testing

struct DatabaseChoiceTests {
  @Test(
    arguments: [(String?, [String: String], DatabaseChoice)]([
      ("host=a", ["GIFT_DATABASE": "host=b"], DatabaseChoice.named(conninfo: "host=a")),
      ("", ["GIFT_DATABASE": "host=b"], .named(conninfo: "")),
      (nil, ["GIFT_DATABASE": "host=b", "PGHOST": "c"], .named(conninfo: "host=b")),
      (nil, ["GIFT_DATABASE": "", "PGHOST": "c", "HOME": "/h"], .named(conninfo: "")),
      (nil, ["PGHOSTADDR": "127.0.0.1"], .named(conninfo: "")),
      (nil, ["PGSERVICE": "s"], .named(conninfo: "")),
      (nil, ["PGDATABASE": "d"], .named(conninfo: "")),
      (nil, ["PGPORT": "5433"], .named(conninfo: "")),
      (nil, ["PGUSER": "u", "GIFT_DATA": "/d"], .privateCluster(folder: "/d/postgres")),
      (nil, ["GIFT_DATA": "/d", "XDG_DATA_HOME": "/x"], .privateCluster(folder: "/d/postgres")),
      (
        nil, ["XDG_DATA_HOME": "/x", "HOME": "/h"],
        .privateCluster(folder: "/x/gift-catalogue/postgres")
      ),
      (
        nil, ["XDG_DATA_HOME": "x", "HOME": "/h"],
        .privateCluster(folder: "/h/.local/share/gift-catalogue/postgres")
      ),
    ]))
  func `the most explicit name decides`(
    explicit: String?, environment: [String: String], expected: DatabaseChoice
  ) throws {
    let choice = try DatabaseChoice.choose(
      explicit: explicit, environment: environment, isRoot: false)
    #expect(choice == expected)
  }

  @Test func `root keeps its cluster where the server's user can get to it`() throws {
    let choice = try DatabaseChoice.choose(
      explicit: nil, environment: ["HOME": "/root", "XDG_DATA_HOME": "/root/d"], isRoot: true)
    #expect(choice == .privateCluster(folder: "/var/lib/gift-catalogue/postgres"))
  }

  @Test func `with no home there is no data folder`() {
    #expect(throws: ClusterError.noDataFolder) {
      try DatabaseChoice.choose(explicit: nil, environment: [:], isRoot: false)
    }
  }

  @Test func `a relative data folder is refused`() {
    #expect(throws: ClusterError.folderNotUsable(path: "d", .relative)) {
      try DatabaseChoice.choose(explicit: nil, environment: ["GIFT_DATA": "d"], isRoot: false)
    }
  }
}
