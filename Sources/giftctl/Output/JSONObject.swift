/// A JSON object of the output: its members by name; those without a value are left out.
struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
  private struct Name: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private let members: [(name: String, value: (any Encodable)?)]
  private let records: [any Encodable]

  init(dictionaryLiteral members: (String, (any Encodable)?)...) {
    self.init(members.map { (name: $0.0, value: $0.1) }, [])
  }

  /// The members of a record, which is written as an object.
  init(_ record: (some Encodable)?) { self.init([], record.map { [$0] } ?? []) }

  private init(_ members: [(name: String, value: (any Encodable)?)], _ records: [any Encodable]) {
    self.members = members
    self.records = records
  }

  static func + (left: JSONObject, right: JSONObject) -> JSONObject {
    JSONObject(left.members + right.members, left.records + right.records)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for case (let name, let value?) in members {
      try container.encode(value, forKey: Name(stringValue: name))
    }
    for record in records { try record.encode(to: encoder) }
  }
}
