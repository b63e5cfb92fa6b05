/// A value that is encoded as its text, and decoded only from a text that has its form.
public protocol TextValue: Codable, CustomStringConvertible {
  /// The value of a text; nil if the text does not have its form.
  init?(text: String)
}

extension TextValue {
  /// Reads its text.
  ///
  /// - Throws: `DecodingError` if the text does not have its form.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Self(text: text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(brief(text)) is not a \(Self.self)")
    }
    self = value
  }

  /// Writes its text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension GiftID: TextValue {
  /// Takes an id from its text.
  public init?(text: String) { self.init(text) }
}

extension Placement: TextValue {
  /// Takes a name.
  public init?(text: String) { self.init(text) }
}

extension CatalogueToken: TextValue {
  /// Takes a token from its text.
  public init?(text: String) { self.init(text) }
}

extension AssetDigest: TextValue {
  /// Takes a digest from its text.
  public init?(text: String) { self.init(hex: text) }
}
