/// What a prefetch did.
public struct PrefetchSummary: Sendable, Hashable {
  /// Assets that were fetched.
  public var fetched = 0
  /// Their bytes, before content coding; each asset counts once, however often it was tried.
  public var fetchedBytes = 0
  /// Assets that were in the cache already.
  public var cached = 0
  /// Assets that would have exceeded the limit.
  public var skipped = 0
  /// Assets that could not be fetched.
  public var failed = 0
}
