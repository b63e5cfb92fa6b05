/// Which clients get a gift: those that one of its rules and one of its regions fit.
package struct Audience: Hashable, Sendable {
  /// The most rules: a few for each platform.
  package static let maxRules = 8
  /// The most regions: all that there are.
  package static let maxRegions = 250
  /// The most different audiences of all gifts' definitions: each combination of those that
  /// clients belong to is a catalogue of its own.
  package static let maxCount = 64

  /// The audience of every client.
  package static let everybody = Audience(sorted: [], [])

  /// The platforms, in order; none if all fit.
  package let rules: [PlatformRule]
  /// The regions, in order; none if all fit.
  package let regions: [Region]
  /// `android,ios>=8.2;AT,DE`: both lists, so that equal audiences have equal texts.
  package let text: String

  /// Rules and regions in any order, of which equal ones count once.
  ///
  /// Throws `DomainError.tooMany` above the limits, `malformed` for a region that is not assigned.
  package init(
    rules: some Sequence<PlatformRule>, regions: some Sequence<Region>
  ) throws(DomainError) {
    let rules = Set(rules).sorted()
    let regions = Set(regions).sorted()
    guard rules.count <= Self.maxRules else {
      throw .tooMany(.platformRule, count: rules.count, limit: Self.maxRules)
    }
    guard regions.count <= Self.maxRegions else {
      throw .tooMany(.region, count: regions.count, limit: Self.maxRegions)
    }
    if let other = regions.first(where: { !$0.isAssigned }) {
      throw .malformed(.region, text: other.text)
    }
    self.init(sorted: rules, regions)
  }

  private init(sorted rules: [PlatformRule], _ regions: [Region]) {
    self.rules = rules
    self.regions = regions
    text =
      rules.map(\.text).joined(separator: ",") + ";"
      + regions.map(\.text).joined(separator: ",")
  }

  /// `android, ios:8.2+ in AT, DE`: to be read after "for".
  package var phrase: String {
    let platforms = rules.map(\.spelling).joined(separator: ", ")
    let places = regions.map(\.text).joined(separator: ", ")
    switch (rules.isEmpty, regions.isEmpty) {
    case (true, true): return "everybody"
    case (false, true): return platforms
    case (true, false): return "everybody in \(places)"
    case (false, false): return "\(platforms) in \(places)"
    }
  }

  /// Whether every client belongs to it.
  package var isEverybody: Bool { rules.isEmpty && regions.isEmpty }

  /// Whether a client belongs to it.
  package func includes(_ client: ClientKind) -> Bool {
    (rules.isEmpty || rules.contains { $0.fits(client) })
      && (regions.isEmpty || client.region.map(regions.contains) ?? false)
  }

  /// Whether the texts are equal, as those of equal audiences are.
  package static func == (left: Audience, right: Audience) -> Bool { left.text == right.text }

  /// Hashes the text.
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension Audience: Comparable {
  /// By text.
  package static func < (left: Audience, right: Audience) -> Bool { left.text < right.text }
}

extension Audience: Codable {
  /// Throws `DomainError`, or what the decoder throws; without members, it is everybody.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      rules: values.decodeIfPresent([PlatformRule].self, forKey: .rules) ?? [],
      regions: values.decodeIfPresent([Region].self, forKey: .regions) ?? [])
  }

  /// Writes the lists that are not empty.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    if !rules.isEmpty { try values.encode(rules, forKey: .rules) }
    if !regions.isEmpty { try values.encode(regions, forKey: .regions) }
  }

  private enum CodingKeys: String, CodingKey {
    case rules = "only"
    case regions
  }
}
