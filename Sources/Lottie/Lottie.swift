/// The checker of Lottie animations: bytes in, findings and a summary out.
///
/// This module owns the reading of JSON, the model of an animation, and the rules that say which
/// files break players. It must not know of gifts, databases, files on disk or the network, and
/// imports nothing, so that every tool can use it and starts fast. Its results depend on the bytes
/// and the policy alone, and its time and memory grow linearly with the bytes.
package enum Lottie {
  /// Checks a file.
  ///
  /// Any bytes are accepted; those that are not JSON get one finding and no summary. A policy that
  /// needs compressed sizes must get them; otherwise `compressed` is for the summary only.
  package static func check(
    _ bytes: [UInt8], _ policy: CheckPolicy = .gift, compressed: CompressedSizes? = nil
  ) -> CheckReport {
    precondition(
      compressed != nil || !policy.needsCompressedSizes,
      "the policy limits compressed bytes: measure them and pass CompressedSizes")
    let limits = policy.limits
    let json: JSONDocument
    do {
      json = try JSONDocument(reading: bytes, limits: limits.json)
    } catch {
      return CheckReport(error, in: bytes, policy.profile)
    }
    var sink = FindingSink(policy)
    if bytes.count > limits.maxBytes {
      sink.add(
        JSONLimit.bytes.rule, at: .root,
        JSONError.detail(.bytes, limits.maxBytes, found: bytes.count))
    }
    guard json.kind(of: .root) == .object else {
      sink.add(.rootIsNoObject, at: .root, "The outermost value is not an object")
      return CheckReport(sink, in: json, maxFindings: limits.maxFindings, summary: nil)
    }
    let animation = Animation(json, limits: limits, compressed: compressed)
    for function in RuleFunction.all
    where !function.players.isDisjoint(with: policy.profile.players) {
      function.run(animation, &sink)
    }
    return CheckReport(
      sink, in: json, maxFindings: limits.maxFindings, summary: AnimationSummary(animation))
  }
}
