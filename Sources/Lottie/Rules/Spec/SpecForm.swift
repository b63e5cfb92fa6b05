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
    private(set) var isRequired = false
    /// The players that refuse the file without it, or stop.
    private(set) var vital: Players = []
    /// The players that stop at a value of another kind.
    private(set) var readers: Players
    /// The players that read what is inside a value of the right kind.
    private(set) var innerReaders: Players
    /// Whether players read it although the specification does not describe it.
    private(set) var isExtra = false
    /// The members that lottie-web reads as well if it finds this one.
    private(set) var companions: [String] = []

    /// A member that the specification describes, and that all players of gifts read if it exists;
    /// lottie-web converts strings, numbers and truth values as it needs them.
    init(_ name: String, _ value: SpecValue) {
      key = JSONKey(name.utf8)
      self.name = name
      self.value = value
      readers = value.isStructured ? .gift : [.ios, .android]
      innerReaders = value.hasInside ? .gift : [.ios, .android]
    }

    static func required(_ name: String, _ value: SpecValue) -> Member {
      var member = Member(name, value)
      member.isRequired = true
      return member
    }

    /// A member without which lottie-ios refuses the file; lottie-web throws if it needs to read
    /// what is inside.
    static func vital(
      _ name: String, _ value: SpecValue, for players: Players = .ios, isExtra: Bool = false
    ) -> Member {
      var member = Member(name, value)
      member.vital = players
      if players.contains(.ios), value.isStructured { member.vital.insert(.web) }
      member.isRequired = !isExtra
      member.isExtra = isExtra
      return member
    }

    static func extra(_ name: String, _ value: SpecValue) -> Member {
      var member = Member(name, value)
      member.isExtra = true
      return member
    }

    /// The member, if of the decoders only these read it.
    func read(by decoders: Players) -> Member {
      var member = self
      member.readers = decoders.union(readers.intersection(.web))
      member.innerReaders = decoders.union(innerReaders.intersection(.web))
      return member
    }

    /// The member, if no player reads it.
    var unread: Member {
      var member = self
      member.readers = []
      member.innerReaders = []
      return member
    }

    /// The member, if lottie-web stops at a value of another kind, too.
    var readByWeb: Member {
      var member = self
      member.readers.insert(.web)
      return member
    }

    /// The member, if lottie-web stops where it comes without these, and only then reads them.
    func with(_ companions: [String]) -> Member {
      var member = self
      member.companions = companions
      return member
    }

    /// The member, if lottie-web stops without it.
    var neededByWeb: Member {
      var member = self
      member.vital.insert(.web)
      return member
    }

    /// The member, if lottie-android stops without it.
    var neededByAndroid: Member {
      var member = self
      member.vital.insert(.android)
      return member
    }

    /// The member, if the specification does not describe it.
    var undescribed: Member {
      var member = self
      member.isExtra = true
      member.isRequired = false
      return member
    }

    /// The member, if lottie-ios ignores values of another kind, and reads those of this kind.
    var lenient: Member {
      var member = self
      member.readers.remove(.ios)
      return member
    }
  }

  /// At most 32, because sets of members are bits.
  let members: [Member]
  /// What is expected of each, in the first free slot from the one that its key leads to.
  private let slots: [Reading?]
  /// There are at least twice as many slots as members, so that most searches take one step, and
  /// all end.
  private static let slotBits = 6
  /// The bits of those that the schema or a player requires.
  let required: UInt32
  /// The bits of those that a player requires.
  private let vital: UInt32
  /// The bits of those that the specification does not describe.
  let extra: UInt32
  /// The members that lottie-web reads with others, their bits, and those of the latter.
  private let companions: [(key: JSONKey, bit: UInt32, others: UInt32)]
  /// The bits of all that are read with another one only.
  let accompanying: UInt32

  /// The expected kind of a member's value, and the players that it matters to.
  struct Reading: Sendable {
    let key: JSONKey
    let position: UInt8
    let value: SpecValue
    let readers: Players
    let innerReaders: Players
  }

  init(_ members: [Member]) {
    precondition(members.count <= 32, "a set of members is 32 bits")
    self.members = members
    slots = Self.slots(members)
    extra = Self.bits(members, where: \.isExtra)
    vital = Self.bits(members) { !$0.vital.isEmpty }
    required = Self.bits(members, where: \.isRequired) | vital
    companions = members.filter { !$0.companions.isEmpty }.map { member in
      (
        member.key, Self.bits(members) { $0.key == member.key },
        Self.bits(members) { member.companions.contains($0.name) }
      )
    }
    accompanying = companions.reduce(0) { $0 | $1.others }
  }

  private static func bits(_ members: [Member], where holds: (Member) -> Bool) -> UInt32 {
    members.indices.reduce(0) { bits, index in
      holds(members[index]) ? bits | 1 << UInt32(index) : bits
    }
  }

  /// What is expected of the member with that name, or nil.
  ///
  /// A name that cannot be packed finds the member with such a name, which may be another.
  @inline(__always)
  func reading(of key: JSONKey) -> Reading? {
    var slot = Self.slot(of: key)
    while let reading = slots[slot] {
      if reading.key == key { return reading }
      slot = (slot &+ 1) % (1 << Self.slotBits)
    }
    return nil
  }

  private static func slots(_ members: [Member]) -> [Reading?] {
    var slots: [Reading?] = Array(repeating: nil, count: 1 << slotBits)
    for (position, member) in members.enumerated() {
      var slot = slot(of: member.key)
      while slots[slot] != nil { slot = (slot + 1) % slots.count }
      slots[slot] = Reading(
        key: member.key, position: UInt8(position), value: member.value, readers: member.readers,
        innerReaders: member.innerReaders)
    }
    return slots
  }

  /// Multiplying by the golden ratio spreads keys (Knuth, The Art of Computer Programming, 6.4).
  @inline(__always)
  private static func slot(of key: JSONKey) -> Int {
    Int(truncatingIfNeeded: (key.packed &* 0x9E37_79B9_7F4A_7C15) >> (64 - UInt64(slotBits)))
  }

  /// Whether that member has the name of a key, which need not be short.
  func names(_ reading: Reading, _ key: NodeID, _ json: JSONDocument) -> Bool {
    json.slice(of: key)?.elementsEqual(members[Int(reading.position)].name.utf8) == true
  }

  /// The bits of the members that lottie-web reads because of these, and that are not there.
  func unaccompanied(_ present: UInt32) -> UInt32 {
    companions.reduce(0) { $1.bit & present == 0 ? $0 : $0 | $1.others & ~present }
  }

  /// Whether an object has the member with which lottie-web reads that one; `present` are the
  /// members found so far.
  func isAccompanied(
    _ bit: UInt32, _ present: UInt32, in object: NodeID, _ json: JSONDocument
  ) -> Bool {
    companions.contains {
      $0.others & bit != 0 && ($0.bit & present != 0 || json.member($0.key, of: object) != nil)
    }
  }

  /// Of a set of members, those that all these players require.
  func vital(_ bits: UInt32, for players: Players) -> UInt32 {
    guard bits & vital != 0 else { return 0 }
    return bits & Self.bits(members) { $0.vital.isSuperset(of: players) }
  }

  /// The names of a set of members, quoted for a message.
  func names(_ bits: UInt32) -> String {
    members.indices.filter { bits & 1 << UInt32($0) != 0 }
      .map { "\"\(members[$0].name)\"" }.joined(separator: ", ")
  }
}
