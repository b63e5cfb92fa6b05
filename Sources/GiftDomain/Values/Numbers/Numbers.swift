// Numbers as people read them, in English.

/// `14,700`: digits in groups of three.
package func grouped(_ number: Int) -> String {
  let digits = String(number.magnitude)
  var text = ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
    text.append(digit)
  }
  return number < 0 ? "-" + text : text
}

/// `1 gift`, `3 gifts`.
package func counted(_ number: Int, _ noun: String) -> String {
  "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
}

/// `3.25 s`: milliseconds as seconds, with two digits of the fraction.
package func seconds(ofMilliseconds milliseconds: Int64) -> String {
  let hundredths = (milliseconds + 5) / 10
  return "\(hundredths / 100).\(padded(hundredths % 100, 2)) s"
}

/// `29.97`: a number with at most two digits of a fraction, none if it has none.
package func short(_ number: Double) -> String {
  // Rounded without the C library, which nothing else in this module needs.
  let hundredths = number * 100 + (number < 0 ? -0.5 : 0.5)
  guard abs(hundredths) < 0x1p62 else { return "\(number)" }
  let whole = Int64(hundredths)
  guard whole % 100 != 0 else { return String(whole / 100) }
  return "\(Double(whole) / 100)"
}

/// `37 %`: a share of 1 in whole per cent, and not 0 or 100 for what is only near.
package func percent(_ share: Double) -> String {
  switch share {
  case ..<0.01 where share > 0: "less than 1 %"
  case 0.99... where share < 1: "more than 99 %"
  default: "\(Int(share * 100 + 0.5)) %"
  }
}
