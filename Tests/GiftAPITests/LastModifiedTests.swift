import GiftAPI
import GiftDomain
import GiftStore
import HTTPTypes
import Testing

struct LastModifiedTests {
  @Test func `what has looked the same since a second is not sent again`() async throws {
    let stock = try await StockedCatalogue()
    _ = try await stock.add(try GiftID("rose"), "{}")
    let published = try await stock.publish(try GiftID("rose"))
    for target in ["/v1/catalogue", "/v1/gifts/rose", "/rose.json"] {
      var full = try await stock.get(target)
      // Within its second an edit cannot be told from the next one.
      while full.fields[.lastModified] == nil { full = await stock.answer(target) }
      #expect(full.fields[.lastModified] == published.at.httpDate)
      let later = try published.at.advanced(byMicroseconds: 60_000_000).httpDate
      for date in [published.at.httpDate, later] {
        let answer = await stock.answer(target, fields: [.ifModifiedSince: date])
        #expect(answer.status == .notModified)
        // RFC 9110 §15.4.5: where there is a tag, the date says nothing more.
        #expect(answer.fields[.lastModified] == nil)
        #expect(answer.fields[.eTag] == full.fields[.eTag])
      }
      let earlier = try published.at.advanced(byMicroseconds: -1_000_000).httpDate
      for date in [earlier, "nonsense", "Sunday, 06-Nov-94 08:49:37 GMT", ""] {
        let answer = await stock.answer(target, fields: [.ifModifiedSince: date])
        #expect(answer.status == .ok)
      }
      let both: HTTPFields = [.ifModifiedSince: later, .ifNoneMatch: "\"other\""]
      #expect(await stock.answer(target, unless: "\"other\"", fields: both).status == .ok)
    }
  }

  @Test func `bytes that their address names have no date`() async throws {
    let stock = try await StockedCatalogue()
    _ = try await stock.add(try GiftID("rose"), "{}")
    _ = try await stock.publish(try GiftID("rose"))
    let target = try animationURL("{}")
    #expect(try await stock.get(target).fields[.lastModified] == nil)
    let date: HTTPFields = [.ifModifiedSince: "Sun, 06 Nov 2094 08:49:37 GMT"]
    #expect(await stock.answer(target, fields: date).status == .ok)
  }
}
