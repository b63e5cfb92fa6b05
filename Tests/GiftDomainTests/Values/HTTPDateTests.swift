import GiftDomain
import Testing

struct HTTPDateTests {
  @Test(
    arguments: [
      (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
      (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
      (951_868_799, "Tue, 29 Feb 2000 23:59:59 GMT"),
      (951_868_800, "Wed, 01 Mar 2000 00:00:00 GMT"),
      (1_798_761_599, "Thu, 31 Dec 2026 23:59:59 GMT"),
      (1_798_761_600, "Fri, 01 Jan 2027 00:00:00 GMT"),
      (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
      (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
    ])
  func `a date is written as HTTP wants it`(seconds: Int64, text: String) throws {
    #expect(try Timestamp(microseconds: seconds * 1_000_000).httpDate == text)
  }
}
