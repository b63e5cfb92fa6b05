import Compression
import GiftPublishing
import Pictures

@testable import Lottie

/// Checks any bytes as an animation.
func readAnimation(_ input: [UInt8]) {
  // Nobody compresses here; a size that is made up exercises the rules about it.
  let report = Lottie.check(
    input, policy(for: input), compressed: CompressedSizes(gzipByteCount: input.count))
  expectPlaces(of: report, in: input)
  expectBounds(of: report)
}

/// Makes every edit that needs no argument; most leave an animation that a second one leaves alone.
func editAnimation(_ input: [UInt8]) {
  for edit in [AnimationEdit.repair, .bakeLoops, .stripExpressions, .minify] {
    do {
      let edited = try Lottie.edit(input, [edit])
      let again = try Lottie.edit(edited.bytes, [edit])
      precondition(edit == .bakeLoops || again.bytes == edited.bytes, "edited twice")
    } catch {
      continue
    }
  }
}

/// Unpacks any bytes as what may be packed.
func readPacked(_ input: [UInt8]) {
  let limit = 1 << 20
  if let archive = attempt({ try ZipArchive(input) }) {
    for name in archive.names {
      let bytes = attempt { try archive.bytes(of: name, limit: limit) ?? [] }
      precondition(bytes?.count ?? 0 <= limit, "longer than allowed")
    }
  }
  let unpacked = attempt { try UnpackedAnimation(input, limit: limit).bytes }
  precondition(unpacked?.count ?? 0 <= max(limit, input.count), "longer than allowed")
  _ = attempt { try gunzip(input, limit: limit) }
  for decode in [unbrotli, gunzip(_:byteCount:)] { _ = decode(input, 1_000) }
}

/// Reads any bytes as the beginning of an image.
func readImage(_ input: [UInt8]) {
  if let header = ImageHeader(input) {
    precondition(header.width > 0 && header.height > 0, "no size")
    // As everything that computes an area does.
    precondition(header.width.multipliedReportingOverflow(by: header.height).overflow == false)
  }
  _ = ImageHeader(base64: input[...])
  _ = Bitmap(webP: input)
  _ = Ground(ofMotion: input)
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
