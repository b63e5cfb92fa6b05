import GiftDomain

/// `14,700`: digits in groups of three.
func grouped(_ number: Int) -> String {
  let digits = String(number.magnitude)
  var text = ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
    text.append(digit)
  }
  return number < 0 ? "-" + text : text
}

/// `1 gift`, `3 gifts`.
func counted(_ number: Int, _ noun: String) -> String {
  "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
}

extension [String] {
  /// The first `limit` strings, and how many more there are.
  func cut(to limit: Int) -> [String] {
    prefix(limit) + (count > limit ? ["… and \(grouped(count - limit)) more"] : [])
  }
}

/// `3.25 s`: milliseconds as seconds, with two digits of the fraction.
func seconds(ofMilliseconds milliseconds: Int64) -> String {
  let hundredths = (milliseconds + 5) / 10
  return "\(hundredths / 100).\(padded(hundredths % 100, 2)) s"
}

/// `29.97`: a number with at most two digits of a fraction, none if it has none.
func short(_ number: Double) -> String {
  let hundredths = (number * 100).rounded()
  guard let whole = Int64(exactly: hundredths) else { return "\(number)" }
  guard whole % 100 != 0 else { return String(whole / 100) }
  return "\(Double(whole) / 100)"
}
