/// How long a test waits for what must come: far longer than a busy machine needs, and less than
/// the time after which the processes of tests are ended.
package let patience = Duration.seconds(60)

/// Tries until an attempt brings something, and returns that; nil when `patience` is over.
///
/// Time bounds it, not a number of tries: a fast machine would have used those up before anything
/// could change.
package func eventually<Value>(
  _ attempt: () async throws -> Value?
) async rethrows -> Value? {
  let end = ContinuousClock.now.advanced(by: patience)
  repeat {
    if let value = try await attempt() { return value }
  } while ContinuousClock.now < end
  return nil
}
