// Editing changes an animation by splicing its bytes. Nothing is re-encoded, and only a repair
// moves members, as players read in stream order: everything else stays the same byte for byte.

extension Lottie {
  /// Carries out the edits, each on the result of the one before.
  ///
  /// An edit that finds nothing to do leaves the bytes as they are. Time and memory grow linearly
  /// with the bytes and the images.
  ///
  /// Throws `EditError.unreadable` and `.noAnimation` for bytes that are not an animation, and the
  /// errors listed at each case of `AnimationEdit`.
  package static func edit(
    _ bytes: [UInt8], _ edits: [AnimationEdit], limits: JSONLimits = JSONLimits()
  ) throws(EditError) -> EditedAnimation {
    let text = edits.contains(.repair) ? RepairedText(bytes) : nil
    var json = try JSONDocument(editing: text?.bytes ?? bytes, limits: limits)
    var steps: [EditStep] = []
    for edit in edits {
      let step = try edit.step(on: json, limits: limits, text?.counts ?? [:])
      steps.append(step)
      guard !step.splices.isEmpty else { continue }
      let count = step.splices.reduce(json.bytes.count) { $0 + $1.growth }
      guard count <= limits.maxBytes else { throw .tooLarge(limit: limits.maxBytes) }
      json = try JSONDocument(editing: json.bytes.spliced(step.splices), limits: limits)
    }
    return EditedAnimation(bytes: json.bytes, steps: steps)
  }

  /// The images that the animation expects to find beside it, in the order of its assets.
  ///
  /// Throws `EditError.unreadable` and `.noAnimation` for bytes that are not an animation, and
  /// `.images` if any name could lead out of a folder.
  package static func externalImages(
    in bytes: [UInt8], limits: JSONLimits = JSONLimits()
  ) throws(EditError) -> [ExternalImage] {
    try ImageEmbedding(JSONDocument(editing: bytes, limits: limits)).images.map(\.image)
  }
}

extension JSONDocument {
  fileprivate convenience init(editing bytes: [UInt8], limits: JSONLimits) throws(EditError) {
    do {
      try self.init(reading: bytes, limits: limits)
    } catch {
      throw .unreadable(error)
    }
    guard kind(of: .root) == .object else { throw .noAnimation }
  }
}

extension AnimationEdit {
  fileprivate func step(
    on json: JSONDocument, limits: JSONLimits, _ before: [RepairKind: Int]
  ) throws(EditError) -> EditStep {
    switch self {
    case .dropLayers(let names): try json.droppingLayers(names)
    case .bakeLoops: try json.bakingLoops(maxBytes: limits.maxBytes)
    case .stripExpressions: json.strippingExpressions()
    case .repair: json.repairing(before)
    case .embedImages(let files):
      try ImageEmbedding(json).step(files, maxBytes: limits.maxBytes)
    case .rename(let name): try json.renaming(to: name)
    case .minify: json.minifying()
    }
  }
}
