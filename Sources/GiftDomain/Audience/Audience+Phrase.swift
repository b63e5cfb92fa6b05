extension Audience {
  /// `android, ios>=8.2 in AT, DE`: to be read after "for".
  package var phrase: String {
    let platforms = rules.map(\.text).joined(separator: ", ")
    let places = regions.map(\.text).joined(separator: ", ")
    switch (rules.isEmpty, regions.isEmpty) {
    case (true, true): return "everybody"
    case (false, true): return platforms
    case (true, false): return "everybody in \(places)"
    case (false, false): return "\(platforms) in \(places)"
    }
  }
}
