import Foundation
import Postgres
import PostgresCluster
import Support
import Testing

/// The certificate of a server that speaks TLS.
@Suite(.timeLimit(.minutes(1))) struct CertificateTests {
  @Test func `the end of a server's certificate is known, and nothing of one without`()
    async throws
  {
    // An address of loopback that no other server has.
    let part = { Int.random(in: 2...250) }
    let address = "127.\(part()).\(part()).\(part())"
    let cluster = try await TestCluster.private(settings: ["listen_addresses": address])
    let local = cluster.conninfo(database: "postgres")
    let openssl =
      "openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=db -keyout server.key "
      + "-out server.crt"
    try await cluster.psql("COPY (SELECT 1) TO PROGRAM '\(openssl)'", in: local)
    try await cluster.psql(
      "COPY (SELECT 'hostssl all all 127.0.0.0/8 trust') "
        + "TO PROGRAM 'cat - pg_hba.conf >hba && mv hba pg_hba.conf'", in: local)
    try await cluster.psql("ALTER SYSTEM SET ssl = on", in: local)
    try await cluster.restart()
    let far = "host=\(address) port=5432 user=postgres dbname=postgres sslmode=require"
    let connection = try await Connection.open(
      ConnectionSettings(conninfo: far, applicationName: "tests"))
    let end = try #require(await connection.certificateEnd)
    let days = (Double(end) - Date.now.timeIntervalSince1970) / 86_400
    #expect(days > 29.9 && days <= 30, "\(days)")
    let plain = try await Connection.open(
      ConnectionSettings(conninfo: local, applicationName: "tests"))
    #expect(await plain.certificateEnd == nil)
    await connection.close()
    await plain.close()
    try cluster.end()
  }
}
