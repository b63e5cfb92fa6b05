/// A gift's place in a rotation, with the version that it plays there.
package struct LineupPlace: Hashable, Sendable, Codable {
  /// The gift that takes turns.
  package let gift: GiftID
  /// The pinned version: a newer one needs an edit.
  package let version: VersionNumber

  /// A place from its parts.
  package init(gift: GiftID, version: VersionNumber) {
    self.gift = gift
    self.version = version
  }
}

/// The gifts of a rotation in the order of their turns, and how many show at once.
///
/// The gifts of turn n begin where those of turn n - 1 ended, and the first follows the last, so
/// over as many turns as there are gifts, each comes up equally often.
package struct Lineup: Hashable, Sendable, Codable {
  /// The most gifts of a rotation.
  package static let maxPlaces = 500
  /// The numbers of gifts that a turn may have.
  static let perTurns = 1...Int64(maxPlaces)

  /// The gifts, each once; empty if all were retired.
  package let places: [LineupPlace]
  /// The number of gifts per turn, at least 1.
  package let perTurn: Int

  /// Throws `DomainError.tooMany` above `maxPlaces`, `repeated` for a gift that occurs twice,
  /// `outOfRange` for a turn without gifts.
  package init(_ places: [LineupPlace], perTurn: Int) throws(DomainError) {
    guard places.count <= Self.maxPlaces else {
      throw .tooMany(.lineup, count: places.count, limit: Self.maxPlaces)
    }
    var seen: Set<GiftID> = []
    for place in places where !seen.insert(place.gift).inserted {
      throw .repeated(.lineup, text: place.gift.text)
    }
    self.places = places
    self.perTurn = Int(try Self.perTurns.checked(Int64(perTurn), .perTurn))
  }

  /// Throws `DomainError`, or what the decoder throws.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      values.decode([LineupPlace].self, forKey: .places),
      perTurn: values.decode(Int.self, forKey: .perTurn))
  }

  /// The gifts of the turn that begins at `position`, counted cyclically; each gift once, even if a
  /// turn has more places than there are gifts.
  ///
  /// With `count`, a turn of that many places instead.
  func gifts(from position: Int64, count: Int? = nil) -> [LineupPlace] {
    guard !places.isEmpty else { return [] }
    let first = Int(position.modulo(Int64(places.count)))
    return (0..<min(count ?? perTurn, places.count)).map { places[(first + $0) % places.count] }
  }

  /// The number of turns after which the same gifts come up again.
  var cycle: Int64 {
    guard !places.isEmpty else { return 1 }
    let (count, step) = (Int64(places.count), Int64(min(perTurn, places.count)))
    return count / greatestCommonDivisor(count, step)
  }

  /// A number of consecutive turns in which each gift comes up once and, unless it is in every
  /// turn, is away once.
  var reach: Int64 {
    let (count, step) = (Int64(places.count), Int64(perTurn))
    // With up to half of the gifts at a time, none comes up in two consecutive turns.
    return step * 2 <= count ? (count + step - 1) / step : cycle
  }

  /// Without a gift; itself if the gift is not in it.
  func without(_ gift: GiftID) -> Lineup {
    Lineup(unchecked: places.filter { $0.gift != gift }, perTurn: perTurn)
  }

  private init(unchecked places: [LineupPlace], perTurn: Int) {
    self.places = places
    self.perTurn = perTurn
  }
}

extension Int64 {
  /// The non-negative remainder.
  func modulo(_ divisor: Int64) -> Int64 { (self % divisor + divisor) % divisor }
}

private func greatestCommonDivisor(_ left: Int64, _ right: Int64) -> Int64 {
  right == 0 ? left : greatestCommonDivisor(right, left % right)
}
