/// `IMF-fixdate` of RFC 9110 §5.6.7.
func httpDate(unixSeconds: Int64) -> String {
  let days = unixSeconds.dividedEuclidean(by: 86_400)
  let second = unixSeconds - days * 86_400
  // The Gregorian calendar repeats itself every 400 years, which begin in March here, so that the
  // leap day is the last of a year.
  let sinceMarch = days + 719_468
  let era = sinceMarch.dividedEuclidean(by: 146_097)
  let dayOfEra = sinceMarch - era * 146_097
  let yearOfEra =
    (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let month = (5 * dayOfYear + 2) / 153
  let day = dayOfYear - (153 * month + 2) / 5 + 1
  let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
  let weekday = (days + 4) - (days + 4).dividedEuclidean(by: 7) * 7
  let time = [second / 3_600, second / 60 % 60, second % 60].map { digits($0, 2) }
  return "\(weekdays[Int(weekday)]), \(digits(day, 2)) \(months[Int(month)]) \(digits(year, 4)) "
    + "\(time[0]):\(time[1]):\(time[2]) GMT"
}

private let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
private let months = [
  "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "Jan", "Feb",
]

private func digits(_ number: Int64, _ count: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
}

extension Int64 {
  /// Rounded down, also below zero.
  fileprivate func dividedEuclidean(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
