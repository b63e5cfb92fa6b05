import GiftDomain
import GiftPublishing
import GiftStore
import Lottie

extension Check {
  /// Checks what the database holds and clients see, will see, or would see next.
  ///
  /// With `--at` that is what they did or will at that moment, by the rules of today. It changes
  /// nothing, and holds one animation at a time.
  func checkCatalogue(_ policy: CheckPolicy, _ run: CheckRun) async throws {
    let finished = try await Tool().withStore(global) { store in
      var run = run
      let versions = try await point.view(store).standingVersions
      for version in versions {
        run.showProgress(of: versions.count)
        guard let bytes = try await store.asset(version.version.asset) else {
          throw CommandError.file(path: version.name, .missing)
        }
        let report = AnimationCheck.report(bytes, policy, showsSizes: showsSizes)
        run.take(version.name, version: version, report, of: bytes)
      }
      return run
    }
    try finished.end("version")
  }
}

extension StandingVersion {
  /// `rose version 2 (live, latest)`.
  fileprivate var name: String {
    let why = standings.map(\.rawValue).joined(separator: ", ")
    return "\(gift) version \(version.number) (\(why))"
  }
}
