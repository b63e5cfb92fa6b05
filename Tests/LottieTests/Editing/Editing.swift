import Lottie

/// Shorthand for edits on documents that a test writes out.
enum Editing {
  /// The text after the edits.
  static func text(_ text: String, _ edits: AnimationEdit...) throws(EditError) -> String {
    String(decoding: try Lottie.edit(Array(text.utf8), edits).bytes, as: UTF8.self)
  }

  /// What the edit did.
  static func change(_ text: String, _ edit: AnimationEdit) throws(EditError) -> EditChange? {
    try Lottie.edit(Array(text.utf8), [edit]).steps.first?.change
  }

  /// Why the edit cannot be carried out; nil if it can.
  static func refusal(_ text: String, _ edit: AnimationEdit) -> EditError? {
    do throws(EditError) {
      _ = try Lottie.edit(Array(text.utf8), [edit])
      return nil
    } catch {
      return error
    }
  }

  /// The images that a refusal names; none if it is another one.
  static func problems(_ text: String, _ files: [String: [UInt8]]) -> [ImageProblem] {
    guard case .images(let problems) = refusal(text, .embedImages(files)) else { return [] }
    return problems
  }

  /// Whether the second text is the first one with those splices, which ascend, and nothing else.
  static func differ(_ old: [UInt8], _ new: [UInt8], by splices: [Splice]) -> Bool {
    var (oldAt, newAt) = (0, 0)
    for splice in splices {
      let kept = old[oldAt..<splice.range.lowerBound]
      guard new[newAt...].starts(with: kept),
        new[(newAt + kept.count)...].starts(with: splice.replacement)
      else { return false }
      newAt += kept.count + splice.replacement.count
      oldAt = splice.range.upperBound
    }
    return old[oldAt...] == new[newAt...]
  }

  /// The first bytes of a PNG of that size, and some more, all values among them.
  static func png(_ width: UInt8, _ height: UInt8, bytes: Int = 26) -> [UInt8] {
    let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    let header = head + Array("IHDR".utf8) + [0, 0, 0, width, 0, 0, 0, height]
    return header + (header.count..<bytes).map { UInt8(truncatingIfNeeded: $0 &* 167) }
  }
}
