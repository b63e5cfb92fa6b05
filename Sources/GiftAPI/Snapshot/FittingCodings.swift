import GiftDomain
import GiftStore
import Logging
import Metrics

extension [StoredAsset] {
  /// The same assets, in any order, with only the codings that decode to their bytes: clients keep
  /// what they get for a year.
  ///
  /// Decoding takes some milliseconds per megabyte, on all cores but on no event loop. What is left
  /// out is logged and counted.
  @concurrent func fitting(_ logger: Logger) async -> [StoredAsset] {
    await withTaskGroup(of: StoredAsset.self) { group in
      for asset in self { group.addTask { asset.fitting(logger) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }
}

extension StoredAsset {
  fileprivate func fitting(_ logger: Logger) -> StoredAsset {
    let unfit = unfitCodings
    guard !unfit.isEmpty else { return self }
    for coding in unfit {
      Counter(label: "gift_unfit_codings_total", dimensions: [("coding", coding.rawValue)])
        .increment()
      logger.error(
        "a stored coding does not decode to its animation and is not served",
        metadata: ["sha256": "\(digest.hex)", "coding": "\(coding.rawValue)"])
    }
    return StoredAsset(digest: digest, bodies: bodies.filter { !unfit.contains($0.key) })
  }
}
