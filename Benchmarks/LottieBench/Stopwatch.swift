/// Seconds that a call takes.
func seconds(_ body: () throws -> Void) rethrows -> Double {
  let duration = try ContinuousClock().measure(body)
  return Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
}

/// The middle one of some measurements.

/// A number with two digits after the point.
func shown(_ number: Double) -> String {
  let hundredths = Int((number * 100).rounded())
  let fraction = String(hundredths % 100)
  return "\(hundredths / 100)." + (fraction.count == 1 ? "0" : "") + fraction
}
