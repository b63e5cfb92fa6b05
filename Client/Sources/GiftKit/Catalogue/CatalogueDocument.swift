import Foundation

/// What a request for the catalogue brings: all of it, or what changed.
enum CatalogueDocument: Sendable, Equatable {
  case whole(HeldCatalogue)
  case delta(CatalogueDelta)

  /// What was left out of it.
  var faults: GiftFaults {
    switch self {
    case .whole(let whole): whole.faults
    case .delta(let delta): delta.faults
    }
  }

  /// The state that it is of, or leads to.
  var token: CatalogueToken {
    switch self {
    case .whole(let whole): whole.token
    case .delta(let delta): delta.to
    }
  }

  /// Both forms, told apart by `catalogue`, which only the whole one has.
  private struct Record: Decodable {
    let asOf: String
    let until: String?
    let catalogue: String?
    let gifts: [Lenient<GiftRecord>]?
    let from: String?
    let to: String?
    let changed: [Lenient<GiftRecord>]?
    let removed: [String]?
    // What an earlier server sent lacks these.
    let categories: [CategoryRecord]?
    let choose: String?
    let placement: String?
    let withdrawn: String?
  }

  /// Reads a response's body; it takes long for a large one, so it runs on no actor.
  ///
  /// - Throws: `badResponse` for malformed JSON, any value out of range, and another placement.
  static func read(
    _ body: Data, of placement: Placement
  ) async throws(GiftClientError) -> CatalogueDocument {
    let document = try decode(body)
    if case .whole(let whole) = document {
      guard whole.head.placement == placement else {
        throw .badResponse("it is the catalogue of \(whole.head.placement)")
      }
      guard whole.token.query != nil || placement == .gifts else {
        throw .badResponse("its token is that of another placement")
      }
    }
    return document
  }

  /// Like `read`, on the caller's executor.
  static func decode(_ body: Data) throws(GiftClientError) -> CatalogueDocument {
    let record = try decodeJSON(Record.self, from: body)
    let asOf = try instant(record.asOf)
    let until = try record.until.map { text throws(GiftClientError) in try instant(text) }
    let categories = try record.categories.map { records throws(GiftClientError) in
      try CategoryRecord.categories(records)
    }
    if let text = record.catalogue, let records = record.gifts {
      let (gifts, faults) = try valid(records)
      guard let placement = Placement(record.placement ?? Placement.gifts.name) else {
        throw .badResponse("placement is malformed")
      }
      return .whole(
        try HeldCatalogue(
          token: try token(text), asOf: asOf, until: until,
          head: CatalogueHead(
            placement: placement, choice: record.choose.map(PlacementChoice.init(named:)) ?? .all,
            categories: categories ?? [], withdrawn: record.withdrawn),
          gifts: gifts, faults: faults))
    }
    guard let from = record.from, let to = record.to, let records = record.changed,
      let removed = record.removed
    else { throw .badResponse("it is neither a catalogue nor a delta") }
    guard removed.count <= ClientLimits.gifts else { throw .badResponse("too many removed ids") }
    let ids = try removed.map { text throws(GiftClientError) -> GiftID in
      guard let id = GiftID(text) else { throw .badResponse("a removed id is malformed") }
      return id
    }
    guard Set(ids).count == ids.count else { throw .badResponse("an id is removed twice") }
    let (changed, faults) = try valid(records)
    return .delta(
      CatalogueDelta(
        from: try token(from), to: try token(to), asOf: asOf, until: until,
        changed: changed, faults: faults, removed: Set(ids), categories: categories,
        choice: record.choose.map(PlacementChoice.init(named:)), withdrawn: record.withdrawn))
  }

  /// The gifts of which every value is valid, and how many others there are.
  private static func valid(
    _ records: [Lenient<GiftRecord>]
  ) throws(GiftClientError) -> (gifts: [Gift], faults: GiftFaults) {
    guard records.count <= ClientLimits.gifts else { throw .badResponse("too many gifts") }
    var gifts: [Gift] = []
    var faults = GiftFaults()
    for record in records {
      do throws(GiftClientError) {
        gifts.append(try record.result.get().gift())
      } catch {
        faults.note(error)
      }
    }
    return (gifts, faults)
  }

  private static func token(_ text: String) throws(GiftClientError) -> CatalogueToken {
    guard let token = CatalogueToken(text) else {
      throw .badResponse("\(brief(text)) is not a token")
    }
    return token
  }

  private static func instant(_ text: String) throws(GiftClientError) -> Date {
    guard let date = Timestamps.instant(text) else {
      throw .badResponse("\(brief(text)) is not an instant")
    }
    return date
  }
}

/// A value of a list that is left out if it is malformed, so that one does not spoil the rest.
struct Lenient<Value: Decodable>: Decodable {
  let result: Result<Value, GiftClientError>

  init(from decoder: any Decoder) throws {
    do {
      result = .success(try Value(from: decoder))
    } catch {
      result = .failure(.badResponse("\(path(decoder.codingPath)) is malformed"))
    }
  }
}

/// Decodes JSON that anybody may have written.
///
/// - Throws: `badResponse` with where it is malformed, or which bound it exceeds.
func decodeJSON<Value: Decodable>(
  _ type: Value.Type, from body: Data
) throws(GiftClientError) -> Value {
  try checkBounds(of: body)
  do {
    return try JSONDecoder().decode(type, from: body)
  } catch DecodingError.keyNotFound(let key, let context) {
    throw .badResponse("\(key.stringValue) is missing in \(path(context.codingPath))")
  } catch DecodingError.typeMismatch(_, let context) {
    throw .badResponse("\(path(context.codingPath)) has another type")
  } catch DecodingError.valueNotFound(_, let context) {
    throw .badResponse("\(path(context.codingPath)) is null")
  } catch DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty {
    throw .badResponse("\(path(context.codingPath)) is malformed")
  } catch {
    throw .badResponse("it is not valid JSON")
  }
}

private func path(_ keys: [any CodingKey]) -> String {
  "/"
    + keys.map { $0.intValue.map(String.init) ?? brief($0.stringValue) }
    .joined(separator: "/")
}
