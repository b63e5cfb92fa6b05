/// What an edit does with the plans of a gift that are in its way.
package enum Replacement: Hashable, Sendable, CaseIterable {
  /// Nothing: the edit is refused.
  case nothing
  /// Drops later steps, and windows that overlap, as a whole; one that has begun goes on until the
  /// new one begins.
  case whole
  /// Drops later steps, and of each window the part that overlaps.
  case overlap
}

extension Replacement: Codable {
  private static let overlapCode = "overlap"

  /// Throws what the decoder throws.
  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    // Anything but a boolean has to be the code.
    if let isReplacing = try? value.decode(Bool.self) {
      self = isReplacing ? .whole : .nothing
      return
    }
    guard try value.decode(String.self) == Self.overlapCode else {
      throw DecodingError.dataCorruptedError(
        in: value, debugDescription: "neither a boolean nor \(Self.overlapCode)")
    }
    self = .overlap
  }

  /// Writes `false`, `true` or `"overlap"`.
  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .nothing: try value.encode(false)
    case .whole: try value.encode(true)
    case .overlap: try value.encode(Self.overlapCode)
    }
  }
}
