package import GiftDomain
import GiftSQL
import Hashing
import Postgres
import Synchronization

/// What a verification read, and what it found.
package struct Verification: Hashable, Sendable {
  /// The number of changes that were proven.
  package internal(set) var changes: Int64 = 0
  /// The number of animations and pictures whose bytes were proven.
  package internal(set) var assets: Int64 = 0
  /// What is not as it was recorded: each animation or picture, and the first row or change.
  package internal(set) var findings: [StoreError] = []
}

extension GiftStore {
  /// Proves a catalogue against its own records: each change and its rows by their digests, which
  /// chain all of history, the rows by the laws that they obey, each animation and picture by its
  /// digest, and that compressed copies decode to it.
  ///
  /// It writes nothing, and holds what stands at one change, and a few animations. Throws if the
  /// database cannot be read; what is wrong in it is a finding.
  package func verify(
    progress: @escaping @Sendable (RestoreProgress) -> Void = { _ in }
  ) async throws(StoreError) -> Verification {
    var verification = Verification()
    let assets = try await reading { session in
      try session.answers(.tablesAreKnown, .archivedAssets).1
    }
    for start in stride(from: 0, to: assets.count, by: StoreLimits.assetsAtOnce) {
      let part = assets[start...].prefix(StoreLimits.assetsAtOnce)
      let stored = try await self.assets(part.map(\.digest))
      let bodies = Dictionary(
        stored.map { ($0.digest, $0) }, uniquingKeysWith: { first, _ in first })
      for asset in part {
        verification.add(asset) { coding in bodies[asset.digest]?.bodies[coding] }
        progress(.assets(verification.assets, of: Int64(assets.count)))
      }
    }
    let proven = Atomic<Int64>(0)
    do throws(StoreError) {
      _ = try await export(to: nil) { done, last in
        proven.store(done.value, ordering: .relaxed)
        progress(.changes(done.value, of: last.value))
      }
    } catch {
      switch error {
      case .archiveBroken, .broken, .rowBroken: verification.findings.append(error)
      default: throw error
      }
    }
    verification.changes = proven.load(ordering: .relaxed)
    return verification
  }
}

extension Verification {
  /// Proves an archive likewise, without a database; `files` has the bytes of its files, which are
  /// asked for once.
  package static func verifying(
    _ archive: @escaping ArchiveBytes,
    files: (_ asset: ArchivedAsset, _ coding: ContentCoding) -> [UInt8]?,
    progress: (RestoreProgress) -> Void = { _ in }
  ) -> Verification {
    var verification = Verification()
    do throws(ArchiveFault) {
      var reader = try ArchiveReader(archive)
      var check = HistoryCheck()
      let header = reader.header
      while let line = try reader.next() {
        switch line {
        case .asset(let asset):
          verification.add(asset) { files(asset, $0) }
          progress(.assets(verification.assets, of: header.assets))
        case .change:
          verification.changes += 1
          progress(.changes(verification.changes, of: header.changes))
        case .announcement: try check.endChanges()
        case .group, .plan, .binding, .edit: break
        }
        try check.add(line)
        // They go nowhere.
        _ = check.takeSettled()
      }
      try check.endChanges()
    } catch {
      verification.findings.append(.archiveBroken(error))
    }
    return verification
  }

  /// Proves an animation or picture.
  fileprivate mutating func add(_ asset: ArchivedAsset, _ file: (ContentCoding) -> [UInt8]?) {
    assets += 1
    do throws(ArchiveFault) {
      let bytes = try asset.proven(file(.identity))
      for coding in asset.codings {
        let coded = try asset.proven(coding, file(coding.coding))
        guard coding.coding.decoded(coded, byteCount: bytes.count) == bytes else {
          throw .codingsDiffer(asset.digest)
        }
      }
    } catch {
      findings.append(.archiveBroken(error))
    }
  }
}

extension ArchivedAsset {
  /// The bytes, if they are its own.
  ///
  /// Throws `ArchiveFault.assetMissing` or `assetDiffers`.
  func proven(_ bytes: [UInt8]?) throws(ArchiveFault) -> [UInt8] {
    guard let bytes else { throw .assetMissing(digest) }
    guard SHA256.hash(bytes) == digest.bytes, byteCount == bytes.count,
      !isPicture || Picture.isWebP(bytes)
    else { throw .assetDiffers(digest) }
    return bytes
  }

  /// The bytes of a coding, if they are those that it names.
  ///
  /// Throws `ArchiveFault.codingsDiffer`.
  func proven(_ coding: ArchivedCoding, _ file: [UInt8]?) throws(ArchiveFault) -> [UInt8] {
    guard let file, SHA256.hash(file) == coding.digest.bytes else { throw .codingsDiffer(digest) }
    return file
  }
}
