import FoundationEssentials

/// The catalogue as a client keeps it, and how it takes in what changed.
struct ClientCatalogue: Hashable, Decodable {
  struct Gift: Hashable, Decodable {
    struct Animation: Hashable, Decodable {
      let version: Int
      let url: String
      let sha256: String
      let byteCount: Int
      let width: Int
      let height: Int
      let frameRate: Double
      let frameCount: Double
      let durationMs: Int
    }

    struct Picture: Hashable, Decodable {
      let url: String
      let sha256: String
      let byteCount: Int
      let width: Int
      let height: Int
    }

    struct Terms: Hashable, Decodable {
      let price: Int?
      let order: Int?
    }

    let id: String
    let names: [String: String]
    let price: Int?
    let category: String
    let order: Int?
    let weight: Int?
    let streakable: Bool
    let tags: [String]
    let animation: Animation
    let poster: Picture?
    let preview: Picture?
    let from: String
    let until: String?
    let changes: String?
    let next: Terms?
    /// Its number in the placement.
    var number: Int { order ?? weight ?? 0 }
  }

  struct Category: Hashable, Decodable {
    let id: String
    let names: [String: String]
    let fallback: String
    let order: Int
  }

  /// The answer to `since`.
  struct Delta: Hashable, Decodable {
    let from: String
    let to: String
    let asOf: String
    let until: String?
    let changed: [Gift]
    let removed: [String]
    let categories: [Category]?
    let choose: String?
  }

  var asOf: String
  var catalogue: String
  var gifts: [Gift]
  var categories: [Category]
  var choose: String
  let placement: String
  var until: String?

  /// What a client has that had nothing but the whole catalogue.
  init(_ body: [UInt8]) throws {
    self = try JSONDecoder().decode(ClientCatalogue.self, from: Data(body))
  }

  /// What it has after an answer to `since`, be it what changed or all there is.
  func after(_ body: [UInt8]) throws -> ClientCatalogue {
    // Without `from` and `to` it is all there is.
    guard let delta = try? JSONDecoder().decode(Delta.self, from: Data(body)) else {
      return try ClientCatalogue(body)
    }
    var after = self
    guard delta.from == catalogue else { throw WrongDelta() }
    let replaced = Set(delta.removed + delta.changed.map(\.id))
    after.gifts.removeAll { replaced.contains($0.id) }
    after.gifts += delta.changed
    after.gifts.sort { ($0.number, $0.id) < ($1.number, $1.id) }
    after.categories = delta.categories ?? categories
    after.choose = delta.choose ?? choose
    after.catalogue = delta.to
    after.asOf = delta.asOf
    after.until = delta.until
    return after
  }

  struct WrongDelta: Error {}
}
