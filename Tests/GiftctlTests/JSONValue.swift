import Foundation

/// Any JSON, to look into what a command prints.
enum JSONValue: Hashable, Codable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  init(text: some StringProtocol) throws {
    self = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    func value<Value: Decodable>(_ type: Value.Type) -> Value? {
      // Which kind it is can only be found by trying one after the other.
      try? container.decode(type)
    }
    if container.decodeNil() {
      self = .null
    } else if let value = value(Bool.self) {
      self = .bool(value)
    } else if let value = value(Int64.self) {
      self = .integer(value)
    } else if let value = value(Double.self) {
      self = .number(value)
    } else if let value = value(String.self) {
      self = .text(value)
    } else if let value = value([JSONValue].self) {
      self = .list(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .list(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }

  /// The value on one line with sorted keys.
  var sortedLine: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }

  subscript(_ key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[key]
  }

  subscript(_ index: Int) -> JSONValue? {
    guard case .list(let values) = self, values.indices.contains(index) else { return nil }
    return values[index]
  }

  var keys: Set<String> {
    guard case .object(let members) = self else { return [] }
    return Set(members.keys)
  }

  var values: [JSONValue] {
    guard case .list(let values) = self else { return [] }
    return values
  }

  var string: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral
{
  init(stringLiteral value: String) { self = .text(value) }
  init(integerLiteral value: Int64) { self = .integer(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
}
