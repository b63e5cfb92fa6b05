/// A day of the proleptic Gregorian calendar.
package struct CivilDate: Hashable, Sendable {
  /// The year, 1 to 9999 wherever it comes from a `Timestamp`.
  package let year: Int64
  /// The month, 1 to 12.
  package let month: Int64
  /// The day of the month, 1 to 31.
  package let day: Int64

  /// The date `days` after 1970-01-01, computed in eras of 400 years that begin on 1 March, so that
  /// the leap day is an era's last.
  package init(daysSinceEpoch days: Int64) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// A date that exists, or nil.
  package init?(year: Int64, month: Int64, day: Int64) {
    guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else {
      return nil
    }
    self.year = year
    self.month = month
    self.day = day
    guard CivilDate(daysSinceEpoch: daysSinceEpoch) == self else { return nil }
  }

  /// Days since 1970-01-01.
  package var daysSinceEpoch: Int64 {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The day of the week, 0 is Sunday.
  ///
  /// 1970-01-01 was a Thursday.
  package var weekday: Int64 { ((daysSinceEpoch + 4) % 7 + 7) % 7 }
}
