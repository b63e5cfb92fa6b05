import Foundation

/// What `/v1/gifts/ID` says of gifts that are not in the catalogue: one request at a time, and one
/// for all who ask for the same gift.
final class GiftLookup: Sendable {
  private let http: HTTPClient
  private let flights = SingleFlight<GiftID, Gift>()
  private let limit = ConcurrencyLimit(1)

  private struct Record: Decodable {
    let status: String
  }

  init(http: HTTPClient) {
    self.http = http
  }

  /// The gift if it is live all the same, because the catalogue is behind.
  ///
  /// - Throws: `retired`, `notFound`, and what `HTTPClient.fetch` throws.
  func gift(_ id: GiftID) async throws(GiftClientError) -> Gift {
    try await flights.value(for: id) { [self] in
      do throws(GiftClientError) {
        try await limit.acquire()
      } catch {
        return .failure(error)
      }
      let outcome: Result<Gift, GiftClientError>
      do throws(GiftClientError) {
        outcome = .success(try await read(id))
      } catch {
        outcome = .failure(error)
      }
      await limit.release()
      return outcome
    }
  }

  private func read(_ id: GiftID) async throws(GiftClientError) -> Gift {
    let response: Response
    do throws(GiftClientError) {
      response = try await http.fetch("/v1/gifts/\(id)", limit: ClientLimits.giftBytes)
    } catch .notFound {
      throw .notFound(id.text)
    } catch {
      throw error
    }
    if try decodeJSON(Record.self, from: response.body).status == "retired" {
      throw .retired(id)
    }
    let gift = try decodeJSON(GiftRecord.self, from: response.body).gift()
    guard gift.id == id else { throw .badResponse("it is about another gift") }
    return gift
  }
}
