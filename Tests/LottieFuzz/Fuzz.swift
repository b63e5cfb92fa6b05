// The fuzzer owns the proof that the checker takes any bytes. It is compiled together with all
// sources of the module Lottie, by .ci/fuzz alone, and must not be part of the package.

/// What libFuzzer calls with each input; it traps when the checker breaks a promise.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // SAFETY: libFuzzer owns `count` bytes there, and they outlive the call.
  let input = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
  // Nobody compresses here; a size that is made up exercises the rules about it.
  let report = Lottie.check(
    input, policy(for: input), compressed: CompressedSizes(gzipByteCount: input.count))
  expectPlaces(of: report, in: input)
  expectBounds(of: report)
  return 0
}

/// A policy that the bytes alone decide, so that files can be seeds as they are.
private func policy(for input: [UInt8]) -> CheckPolicy {
  // FNV-1a, 64 bits.
  let hash = input.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
    ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
  }
  let profiles = Profile.allCases
  var policy = CheckPolicy(profiles[Int(hash % UInt64(profiles.count))])
  switch hash >> 32 & 3 {
  case 0:
    policy.limits.json.maxDepth = 8
    policy.limits.json.maxNodes = 1_000
    policy.limits.json.maxStringBytes = 100
    policy.limits.json.maxDigits = 8
  case 1:
    policy.limits.maxFindings = 5
    policy.limits.maxFindingsPerRule = 2
    policy.limits.maxExpandedLayers = 10
  default: break
  }
  return policy
}

/// Every finding lies in the text, on a line and in a column that the text has.
private func expectPlaces(of report: CheckReport, in input: [UInt8]) {
  let lines = input.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
  for finding in report.findings {
    precondition((1...lines).contains(finding.line), "line")
    precondition((1...(input.count + 1)).contains(finding.column), "column")
    precondition(finding.extent.lowerBound >= 0, "start")
    precondition(finding.extent.upperBound <= input.count, "end")
    // Its first byte: a mark that combines makes one character with the slash before it.
    let start = finding.pointer.utf8.first
    precondition(start == nil || start == 0x2F, "pointer")
  }
}

/// A report is of bounded size, and refuses exactly what has an error.
private func expectBounds(of report: CheckReport) {
  precondition(report.findings.count <= CheckLimits().maxFindings + 1, "findings")
  let hasError = report.findings.contains { $0.severity == .error }
  precondition(hasError == (report.verdict == .refused), "verdict")
  let duration = report.summary?.durationMs ?? 0
  precondition(duration >= 0, "duration")
}
