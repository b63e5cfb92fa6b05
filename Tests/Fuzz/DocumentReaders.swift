import FoundationEssentials
import GiftDomain
import Lottie
import NIOCore
import StoreSupport
import Support

@testable import GiftAPI
@testable import GiftPublishing
@testable import GiftStore

/// Reads any bytes as a manifest, and each of its gifts.
func readManifest(_ input: [UInt8]) {
  guard let manifest = attempt({ try Manifest(text: input) }) else { return }
  for zone in [ZoneRules.utc, nil] {
    for entry in manifest.gifts {
      _ = entry.planned(policy: .gift, zone: zone) { _ in .failure(FileFault("absent")) }
    }
  }
  _ = attempt { try manifest.line() }
}

/// Reads any bytes as an archive, and as its lines: its own digests cannot be found by chance.
func readArchive(_ input: [UInt8]) {
  _ = attempt { try Archive(text: input) }
  let lines = input.split(separator: UInt8(ascii: "\n")).compactMap { line in
    attempt { try JSONDecoder().decode(ArchiveLine.self, from: Data(line)) }
  }
  precondition(attempt { try rewritten(lines) } ?? lines == lines, "read otherwise than written")
  guard let archive = attempt({ try Archive(lines).proven() }) else { return }
  guard attempt({ try archive.validate() }) != nil else { return }
  for plan in archive.plans { readPlan(plan.revision.plan) }
}

/// The lines, written and read again.
private func rewritten(_ lines: [ArchiveLine]) throws -> [ArchiveLine] {
  let assets = lines.compactMap { if case .asset(let asset) = $0 { asset } else { nil } }
  let changes = lines.count { if case .change = $0 { true } else { false } }
  var text: [UInt8] = []
  let header = ArchiveHeader(changes: try ChangeNumber(Int64(changes)), assets: assets)
  var writer = try ArchiveWriter(header) { text += $0 }
  for line in lines { try writer.add(line) }
  try writer.finish()
  var reader = try ArchiveReader(archiveBytes(text))
  var read: [ArchiveLine] = []
  while let line = try reader.next() { read.append(line) }
  return read
}

/// Reads any bytes as a line of a stream.
func readStreamLine(_ input: [UInt8]) {
  guard let line = StreamLine(line: input) else { return }
  precondition(attempt { Array(try canonicalJSON(line)) } == input, "read otherwise than written")
}

/// Reads any bytes as the rows of a snapshot file, and serves what is read; what follows a NUL, of
/// which JSON has none, is its assets.
func readSnapshot(_ input: [UInt8]) {
  let parts = input.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
  let rest = parts.count > 1 ? Array(parts[1]) : []
  let size = SnapshotFile.headBytes + parts[0].count + rest.count + SHA256Digest.byteCount
  var file = ByteBuffer(bytes: SnapshotFile.magic)
  file.writeInteger(SnapshotFile.version)
  file.writeInteger(UInt64(size))
  file.writeInteger(UInt64(parts[0].count))
  let bytes = Array(buffer: file) + parts[0] + rest
  let kept = attempt { () throws(SnapshotFileError) in
    let file = bytes + sha256(bytes)
    var reader = try SnapshotReader(
      SnapshotSource(byteCount: file.count) { Array(file[$0..<min($0 + $1, file.count)]) })
    return try reader.catalogue()
  }
  guard let kept else { return }
  _ = attempt { try SnapshotFile(kept) }
  for instant in [kept.view.instant, kept.view.now, Timestamp(clamping: .max)] {
    _ = Snapshot(
      of: kept.view.evaluated(at: instant), assets: AssetIndex(kept.assets), after: nil,
      limits: .standard)
  }
}

/// Reads any bytes as each of the texts that rows hold.
func readRow(_ input: [UInt8]) {
  let text = String(decoding: input, as: UTF8.self)
  if let playback = attempt({ try value(Playback.self, of: text) }) {
    _ = playback.phrase
  }
  if let zone = attempt({ try value(ZoneRules.self, of: text) }) { readZone(zone) }
  _ = attempt { try value(CategoryDetails.self, of: text) }
  _ = attempt { try value([Command].self, of: text) }
  if let plan = attempt({ try value(RotationPlan.self, of: text) }) { readPlan(plan) }
  _ = FindingsText.decode(text)
}

private func readZone(_ zone: ZoneRules) {
  for seconds in [LocalTime.range.lowerBound, 0, LocalTime.range.upperBound] {
    let local = LocalTime(clamping: seconds)
    _ = zone.local(at: zone.instant(of: local))
    _ = zone.occasion(of: local)
  }
}

/// Computes what there is to a plan that was read.
private func readPlan(_ plan: RotationPlan) {
  readZone(plan.zone)
  for microseconds in [Timestamp.range.lowerBound, 0, Timestamp.range.upperBound] {
    let now = Timestamp(clamping: microseconds)
    _ = plan.continued(at: now)
    _ = plan.coming(from: now, limit: 3)
  }
  for turn in [.min, 0, 1, plan.firstTurn, RotationPlan.maxTurn, .max] as [Int64] {
    _ = plan.turn(turn)
  }
  _ = plan.isStayCut
}

/// The value of what may throw.
func attempt<Value>(_ make: () throws -> Value) -> Value? {
  do {
    return try make()
  } catch {
    return nil
  }
}
