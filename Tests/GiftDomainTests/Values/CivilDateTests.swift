import GiftDomain
import Testing

struct CivilDateTests {
  @Test func `every day from 1600 to 2400 is the day after the one before`() {
    var days: Int64 = -135_140
    // 1600-01-01 was a Saturday.
    var weekday: Int64 = 6
    for year in Int64(1600)...2400 {
      for month in Int64(1)...12 {
        for day in 1...length(ofMonth: month, year: year) {
          let date = CivilDate(daysSinceEpoch: days)
          if date != CivilDate(year: year, month: month, day: day)
            || date.daysSinceEpoch != days || date.weekday != weekday
          {
            Issue.record("\(days) is \(date), not \(year)-\(month)-\(day)")
          }
          days += 1
          weekday = (weekday + 1) % 7
        }
      }
    }
    #expect(days == 157_420)
  }

  @Test func `days that are in no month do not exist`() {
    var wrong: [String] = []
    for year in [1, 4, 1900, 2000, 2023, 2024, 9999] as [Int64] {
      for month in Int64(-1)...14 {
        for day in Int64(-1)...33 {
          let exists =
            (1...12).contains(month) && (1...length(ofMonth: month, year: year)).contains(day)
          if (CivilDate(year: year, month: month, day: day) != nil) != exists {
            wrong.append("\(year)-\(month)-\(day)")
          }
        }
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test(arguments: [0, -1, 10_000, .min, .max] as [Int64])
  func `a year before 1 or after 9999 is refused`(year: Int64) {
    #expect(CivilDate(year: year, month: 1, day: 1) == nil)
  }

  private func length(ofMonth month: Int64, year: Int64) -> Int64 {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }
}
