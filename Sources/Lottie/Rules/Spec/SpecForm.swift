/// The members of one kind of object, as lottie-spec 1.0.1 lists them.
///
/// A class, because every object that is visited asks for its form.
final class SpecForm: Sendable {
  /// One member.
  struct Member: Sendable {
    let key: JSONKey
    let name: String
    let value: SpecValue
    /// Whether the schema requires it; other rules cover what players require beyond that.
    let isRequired: Bool
    /// Whether lottie-ios refuses the file without it, and others draw nothing or stop.
    let isVital: Bool
    /// Whether players read it although the specification does not describe it.
    let isExtra: Bool

    init(
      _ name: String, _ value: SpecValue, isRequired: Bool = false, isVital: Bool = false,
      isExtra: Bool = false
    ) {
      key = JSONKey(name.utf8)
      self.name = name
      self.value = value
      self.isRequired = isRequired
      self.isVital = isVital
      self.isExtra = isExtra
    }

    static func required(_ name: String, _ value: SpecValue) -> Member {
      Member(name, value, isRequired: true)
    }

    static func vital(_ name: String, _ value: SpecValue, isExtra: Bool = false) -> Member {
      Member(name, value, isRequired: !isExtra, isVital: true, isExtra: isExtra)
    }

    static func extra(_ name: String, _ value: SpecValue) -> Member {
      Member(name, value, isExtra: true)
    }
  }

  /// At most 32, because sets of members are bits.
  let members: [Member]
  /// Their keys, contiguous for fast search.
  private let keys: [JSONKey]
  /// Their values, contiguous too.
  let values: [SpecValue]
  /// The bits of those that the schema or lottie-ios requires.
  let required: UInt32
  /// The bits of those without which lottie-ios refuses the file.
  let vital: UInt32
  /// The bits of those that the specification does not describe.
  let extra: UInt32

  init(_ members: [Member]) {
    precondition(members.count <= 32, "a set of members is 32 bits")
    self.members = members
    keys = members.map(\.key)
    values = members.map(\.value)
    extra = Self.bits(members, where: \.isExtra)
    let vital = Self.bits(members, where: \.isVital)
    self.vital = vital
    required = vital | Self.bits(members, where: \.isRequired)
  }

  private static func bits(_ members: [Member], where holds: (Member) -> Bool) -> UInt32 {
    members.indices.reduce(0) { bits, index in
      holds(members[index]) ? bits | 1 << UInt32(index) : bits
    }
  }

  /// The position of the member with that name, or nil.
  @inline(__always)
  func position(of key: JSONKey) -> Int? {
    var index = 0
    while index < keys.count {
      if keys[index] == key { return index }
      index &+= 1
    }
    return nil
  }

  /// The names of a set of members, quoted for a message.
  func names(_ bits: UInt32) -> String {
    members.indices.filter { bits & 1 << UInt32($0) != 0 }
      .map { "\"\(members[$0].name)\"" }.joined(separator: ", ")
  }
}
