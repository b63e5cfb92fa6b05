import GiftAPI
import GiftStore
import HTTPTypes
import Testing

struct HostTests {
  private let api = GiftAPI(
    store: GiftStore(conninfo: "host=/nowhere", role: .reader, applicationName: "test"),
    logger: .silent)

  @Test(arguments: ["gifts.example", "gifts.example:8080", "127.0.0.1:80", "[::1]:8080", "ro%73e"])
  func `a request names the host it is for`(host: String) async {
    #expect(await answer([host]).status == .notFound)
  }

  @Test(
    arguments: [
      [], ["gifts", "gifts"], ["gifts", "others"], [""], ["gifts, others"], ["gifts/x"],
      ["user@gifts"], ["gi fts"], ["röse"], ["gifts:80:80"], ["gifts:x"], ["[::1"], [":80"],
    ] as [[String]])
  func `a request with no host, with two, or with what is none is refused`(
    hosts: [String]
  ) async throws {
    let answer = await answer(hosts)
    #expect(answer.status == .badRequest)
    #expect(
      answer.text.contains(#""code":"request_malformed""#))
  }

  private func answer(_ hosts: [String]) async -> Answer {
    await api.answer("/nothing", hosts: hosts)
  }
}
