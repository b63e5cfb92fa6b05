import NIOCore
import PostgresCluster
import SlowLink
import Support
import Testing

/// How often a command waits for the database: over a slow link that is what it costs.
@Suite(.timeLimit(.minutes(2))) struct RoundTripTests {
  /// Three of them are libpq's.
  ///
  /// It asks for TLS, logs in, and says goodbye, which has no answer; the answer to the COMMIT of a
  /// read is not waited for. The others of an edit: BEGIN with what it is decided by, the lock,
  /// with animations before it, and the rows with COMMIT.
  @Test(arguments: [
    ("add tulip ROSE --name en=Tulip --price 5", 8),
    ("publish rose", 6), ("publish rose --until 2100-01-01T00:00:00Z", 6),
    ("retire rose --leave-rotations --yes", 6), ("retire rose --yes", 6),
    ("rollback rose --to 0 --yes", 6), ("undo 1", 8),
    ("show rose", 5), ("list", 6), ("history", 8),
  ])
  func `a command waits a few times only`(_ line: String, _ most: Int) async throws {
    var giftctl = try await Giftctl.stocked()
    let link = try await SlowLink(
      to: try await TestCluster.shared().cluster.socketFolder + "/.s.PGSQL.5432", delay: .zero)
    giftctl.environment["GIFT_DATABASE"] =
      giftctl.database + " host=127.0.0.1 port=\(link.port)"
    let words = line.replacing("ROSE", with: Fixtures.file("rose"))
      .split(separator: " ").map(String.init)
    let outcome = try await giftctl.run(words)
    #expect(outcome.exitCode == 0, "\(outcome.errorText)")
    #expect(link.roundTrips <= most, "\(link.roundTrips)")
    try await link.close()
  }
}
