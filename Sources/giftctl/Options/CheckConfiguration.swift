import Lottie

/// The contents of a check configuration file: an optional profile and limits.
struct CheckConfiguration {
  /// Bytes of such a file; all budgets take less than 2 kB.
  static let maxBytes = 65_536

  private(set) var profile: Profile?
  private var limits: [(budget: Budget, value: Double)] = []

  /// Reads the file strictly: unknown members are refused with line and column.
  ///
  /// Throws `CommandError.file` or `configuration`.
  init(at path: String) throws(CommandError) {
    let bytes = try InputFile.bytes(path, limit: Self.maxBytes)
    do {
      try read(bytes)
    } catch {
      throw .configuration(path: path, error)
    }
  }

  /// Sets the limits that the file names.
  func apply(to limits: inout CheckLimits) {
    for (budget, value) in self.limits {
      let isSet = budget.set(value, in: &limits)
      precondition(isSet, "what cannot be set was refused when it was read")
    }
  }

  private mutating func read(_ bytes: [UInt8]) throws(ConfigurationFault) {
    let json: JSONDocument
    do {
      json = try JSONDocument(reading: bytes)
    } catch {
      throw ConfigurationFault(error.place(in: bytes), .noJSON(rule: error.rule.code))
    }
    for (name, value, place) in try members(of: .root, json) {
      switch name {
      case "profile": profile = try Self.profile(value, json)
      case "limits": try readLimits(value, json)
      default: throw ConfigurationFault(place, .unknown(name, known: ["profile", "limits"]))
      }
    }
  }

  private static func profile(
    _ node: NodeID, _ json: JSONDocument
  ) throws(ConfigurationFault) -> Profile {
    guard json.kind(of: node) == .string, let profile = json.text(of: node).flatMap(Profile.init)
    else {
      let names = Profile.allCases.map(\.rawValue).joined(separator: ", ")
      throw ConfigurationFault(json.place(of: node), .wrong("profile", wanted: "one of \(names)"))
    }
    return profile
  }

  private mutating func readLimits(
    _ object: NodeID, _ json: JSONDocument
  ) throws(ConfigurationFault) {
    var trial = CheckLimits()
    for (name, value, place) in try members(of: object, json) {
      guard let budget = Budget.named(name) else {
        throw ConfigurationFault(place, .unknown(name, known: Budget.all.map(\.name)))
      }
      guard let number = json.double(of: value), budget.set(number, in: &trial) else {
        throw ConfigurationFault(json.place(of: value), .wrong(name, wanted: budget.values))
      }
      limits.append((budget, number))
    }
  }

  /// The members of an object with the places of their names, which are unique.
  private func members(
    of object: NodeID, _ json: JSONDocument
  ) throws(ConfigurationFault) -> [(name: String, value: NodeID, place: JSONPlace)] {
    guard json.kind(of: object) == .object else {
      let name = object == .root ? "the file" : "limits"
      throw ConfigurationFault(json.place(of: object), .wrong(name, wanted: "an object"))
    }
    var members: [(name: String, value: NodeID, place: JSONPlace)] = []
    for (key, value) in json.members(of: object) {
      let name = json.text(of: key) ?? ""
      let place = json.place(of: key)
      guard !members.contains(where: { $0.name == name }) else {
        throw ConfigurationFault(place, .repeated(name))
      }
      members.append((name, value, place))
    }
    return members
  }
}

/// Why a configuration file of the check cannot be used.
struct ConfigurationFault: Error, Hashable {
  enum Kind: Hashable {
    /// Not JSON; `rule` is the code of the rule that it breaks.
    case noJSON(rule: String)
    /// An unknown name.
    case unknown(String, known: [String])
    case repeated(String)
    /// A value of the wrong type or out of range.
    case wrong(String, wanted: String)
  }

  let place: JSONPlace
  let kind: Kind

  fileprivate init(_ place: JSONPlace, _ kind: Kind) {
    self.place = place
    self.kind = kind
  }

  /// The message and exit code for it; `path` is the file's.
  func userMessage(_ path: String) -> UserMessage {
    let place = "line \(place.line), column \(place.column)"
    return UserMessage(
      .usage, "configuration", "The configuration \(quoted(path)), \(place): \(kind.sentence).")
  }
}

extension ConfigurationFault.Kind {
  fileprivate var sentence: String {
    switch self {
    case .noJSON(let rule): "it is not JSON (\(rule))"
    case .unknown(let name, let known):
      "unknown name \(quoted(name)); expected one of \(known.joined(separator: ", "))"
    case .repeated(let name): "\(quoted(name)) appears twice"
    case .wrong(let name, let wanted): "\(name) must be \(wanted)"
    }
  }
}
