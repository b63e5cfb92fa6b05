import NIOCore
import PostgresCluster
import SlowLink
import Support
import Testing

/// A dry run over a slow link costs no upload.
@Suite(.timeLimit(.minutes(5)))
struct DryRunTests {
  @Test(arguments: [
    ("import \(Fixtures.folder) --yes", 1_000_000),
    ("add tulip \(Fixtures.file("confetti")) --name en=Tulip --price 1", 300_000),
    ("add rose \(Fixtures.file("confetti"))", 300_000),
  ])
  func `a dry run sends no bytes of animations, and needs no right to store any`(
    _ line: String, _ byteCount: Int
  ) async throws {
    var giftctl = try await Giftctl.empty()
    try await giftctl.done("add", "rose", "--name", "en=Rose", "--price", "10")
    let cluster = try await TestCluster.shared()
    let revoked = "ON gift.asset, gift.asset_coding, gift.animation_version FROM gift_editor"
    try await cluster.psql("REVOKE INSERT \(revoked)", in: giftctl.database)
    let link = try await SlowLink(to: cluster.cluster.socketFolder + "/.s.PGSQL.5432", delay: .zero)
    giftctl.environment["GIFT_DATABASE"] =
      giftctl.database + " host=127.0.0.1 port=\(link.port)"
    let words = line.split(separator: " ").map(String.init) + ["--json"]
    let before = try await giftctl.rows()
    let dry = try await giftctl.run(words + ["--dry-run"])
    #expect(try dry.json()["dryRun"] == true)
    // Names, prices and digests; the gifts of the import take some kilobytes.
    #expect(link.bytesSent > 0 && link.bytesSent < 40_000, "\(link.bytesSent)")
    let refused = try await giftctl.run(words)
    #expect(try refused.json()["error"]?["code"] == "not_allowed")
    #expect(try await giftctl.rows() == before)
    let granted = revoked.split(separator: " FROM ").joined(separator: " TO ")
    try await cluster.psql("GRANT INSERT \(granted)", in: giftctl.database)
    let sent = link.bytesSent
    #expect(try await giftctl.run(words).exitCode == 0)
    #expect(link.bytesSent - sent > byteCount)
    try await link.close()
  }
}
