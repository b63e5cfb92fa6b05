import Foundation

/// What `/v1/gifts/ID` says of a gift that is not in the catalogue.
struct GiftLookup: Sendable {
  let http: HTTPClient

  private struct Record: Decodable {
    let status: String
  }

  /// The gift if it is live all the same, because the catalogue is behind.
  ///
  /// - Throws: `retired`, `notFound`, and what `HTTPClient.fetch` throws.
  func gift(_ id: GiftID) async throws(GiftClientError) -> Gift {
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
