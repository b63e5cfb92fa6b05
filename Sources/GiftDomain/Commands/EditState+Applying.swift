/// Why one of an edit's commands is refused.
package struct CommandRejection: Error, Hashable, Sendable {
  /// The command's place in the edit, from 0.
  package let command: Int
  /// The reason.
  package let reason: Rejection

  /// A rejection.
  package init(command: Int, reason: Rejection) {
    self.command = command
    self.reason = reason
  }
}

/// Why an edit is refused: of each subject the first command that is, in the edit's order.
package struct EditRejection: Error, Hashable, Sendable {
  /// At least one.
  package let commands: [CommandRejection]
}

extension EditState {
  /// What commands do together, each of them to what the ones before it left.
  ///
  /// With `expected`, nothing may be changed that somebody else edited after that change; what is
  /// as wanted already is never refused, as that may be this very edit, run again.
  ///
  /// Throws `EditRejection`; then nothing of the edit is carried out.
  package func applying(
    _ commands: [Command], expecting expected: ChangeNumber?
  ) throws(EditRejection) -> EditDifference {
    if let expected, expected >= change {
      let unknown = Rejection.changeNotFound(expected, last: change.previous)
      throw EditRejection(commands: [CommandRejection(command: 0, reason: unknown)])
    }
    var draft = EditDraft(self)
    var rejections: [Command.Subject: CommandRejection] = [:]
    for (index, command) in commands.enumerated() where rejections[command.subject] == nil {
      do throws(Rejection) {
        try draft.apply(command)
        guard draft.differs(command.subject) else { continue }
        if let surprise = surprise(of: command.subject, after: expected) { throw surprise }
      } catch {
        let reason = surprise(of: command.subject, after: expected) ?? error
        rejections[command.subject] = CommandRejection(command: index, reason: reason)
      }
    }
    guard rejections.isEmpty else {
      throw EditRejection(commands: rejections.values.sorted { $0.command < $1.command })
    }
    do {
      return try draft.difference(of: commands.map(\.subject))
    } catch {
      throw EditRejection(
        commands: [CommandRejection(command: 0, reason: .invalid(error))])
    }
  }
}

/// A state on its way through the commands of an edit.
private struct EditDraft {
  private let before: EditState
  private var gifts: [GiftID: GiftState]
  private var rotations: [Rotation]
  /// The number that the next command would have if each were a change of its own.
  private var number: ChangeNumber
  /// The commands about gifts that did something, if only in rotations, by those numbers.
  private var edits: [GiftID: Set<ChangeNumber>] = [:]
  private var lostPlaces: [LostPlace] = []

  init(_ before: EditState) {
    self.before = before
    gifts = before.gifts
    rotations = before.rotations
    number = before.change
  }

  private var now: Timestamp { before.now }

  /// Whether commands did anything to a subject.
  func differs(_ subject: Command.Subject) -> Bool {
    switch subject {
    case .gift(let gift): edits[gift] != nil
    case .rotation(let name):
      rotations.first { $0.name == name }?.plan != before.rotations.first { $0.name == name }?.plan
    }
  }

  /// Does all of a command, or throws and does nothing of it.
  mutating func apply(_ command: Command) throws(Rejection) {
    defer { number = number.next }
    switch command {
    case .define(let gift, let patch):
      update(try state(of: gift).defining(patch))
    case .addVersion(let gift, let candidate):
      update(try state(of: gift).adding(candidate, change: before.change))
    case .publish(let gift, let version, let from, let until, let isReplacing):
      let window = try window(from ?? now, until)
      update(
        try state(of: gift).publishing(version, in: window, now: now, replacing: isReplacing))
    case .retire(let gift, let instant):
      let retired = try state(of: gift).retiring(at: instant ?? now, now: now)
      try withdraw(gift, at: instant ?? now)
      update(retired)
    case .rollBack(let gift, let change): try rollBack(gift, to: change)
    case .addRotation(let name, let shape): try add(name, shape)
    case .editRotation(let name, let patch):
      let rotation = try rotation(name)
      let plan = try rotation.plan.edited(patch, now: now) { wish throws(Rejection) in
        try place(wish)
      }
      try revise(rotation, plan)
    case .skipTurn(let name, let turn, let isSkipped):
      let rotation = try rotation(name)
      try revise(rotation, try rotation.plan.skipping(turn, isSkipped, now: now))
    case .moveTurn(let name, let turn, let time):
      let rotation = try rotation(name)
      try revise(rotation, try rotation.plan.moving(turn, to: time, now: now))
    case .swapGift(let name, let turn, let gift, let guest):
      let rotation = try rotation(name)
      var place: LineupPlace?
      if let guest { place = try self.place(guest) }
      try revise(rotation, try rotation.plan.swapping(gift, in: turn, for: place, now: now))
    case .endRotation(let name, let instant):
      let rotation = try rotation(name)
      try revise(rotation, try rotation.plan.ending(at: instant ?? now, now: now))
    }
  }

  // MARK: - Gifts

  private func state(of gift: GiftID) -> GiftState {
    gifts[gift] ?? GiftState(gift: gift, definition: nil, versions: [], base: .empty)
  }

  private mutating func update(_ state: GiftState) {
    guard gifts[state.gift] != state else { return }
    gifts[state.gift] = state
    edits[state.gift, default: []].insert(number)
  }

  private mutating func rollBack(
    _ gift: GiftID, to wanted: ChangeNumber?
  ) throws(Rejection) {
    let (target, earlier) = try before.earlier(gift, wanted)
    // What commands before this one did to the gift are edits of the gift, too.
    let edits = edits[gift, default: []].union(before.histories[gift]?.changes ?? [])
    let state = state(of: gift).rollingBack(to: earlier, now: now)
    update(state)
    // A gift that is as if never added takes no turns either.
    guard state.definition != nil else { return try withdraw(gift, at: now) }
    for rotation in rotations {
      switch rotation.rollingBack(gift, to: target, edits: edits, now: now) {
      case .nothing: continue
      case .staysOut:
        lostPlaces.append(LostPlace(gift: gift, rotation: rotation.name, other: nil))
      case .plan(let plan):
        let rival = rotations.first { $0.name != rotation.name && $0.brings(gift, from: now) }
        if let rival {
          lostPlaces.append(LostPlace(gift: gift, rotation: rotation.name, other: rival.name))
        } else {
          replace(rotation, plan, for: gift)
        }
      }
    }
  }

  private mutating func withdraw(_ gift: GiftID, at instant: Timestamp) throws(Rejection) {
    for rotation in rotations where rotation.brings(gift, from: max(instant, now)) {
      guard instant >= now else { throw .instantInPast(instant, now: now) }
      replace(rotation, rotation.plan.withdrawing(gift, at: instant, now: now), for: gift)
    }
  }

  // MARK: - Rotations

  private mutating func add(_ name: RotationName, _ shape: RotationShape) throws(Rejection) {
    let places = try shape.lineup.map { wish throws(Rejection) in try place(wish) }
    let plan = RotationPlan(
      zone: shape.zone, first: shape.first, cadence: shape.cadence, stay: shape.stay,
      lineup: try valid { () throws(DomainError) in try Lineup(places, perTurn: shape.perTurn) },
      lastTurn: shape.turnCount, until: shape.until)
    if let current = rotations.first(where: { $0.name == name }) {
      guard current.revisions.count == 1, current.plan == plan else {
        throw .rotationExists(name)
      }
      return
    }
    try plan.validate(now: now)
    try plan.validateTurnCount()
    guard plan.turn(1) != nil else { throw .rotationWithoutTurn(name) }
    let rotation = Rotation(name: name, plan: plan, since: number, at: now)
    try refuseSharing(of: rotation)
    rotations = (rotations + [rotation]).sorted { $0.name < $1.name }
  }

  private func rotation(_ name: RotationName) throws(Rejection) -> Rotation {
    guard let rotation = rotations.first(where: { $0.name == name }) else {
      throw .rotationNotFound(name)
    }
    return rotation
  }

  private mutating func revise(_ rotation: Rotation, _ plan: RotationPlan) throws(Rejection) {
    guard plan != rotation.plan else { return }
    let revised = rotation.revised(by: plan, since: number, at: now)
    try refuseSharing(of: revised)
    put(revised)
  }

  /// What a command about a gift makes of a rotation.
  private mutating func replace(_ rotation: Rotation, _ plan: RotationPlan, for gift: GiftID) {
    guard plan != rotation.plan else { return }
    put(rotation.revised(by: plan, since: number, at: now))
    edits[gift, default: []].insert(number)
  }

  private mutating func put(_ rotation: Rotation) {
    rotations = rotations.map { $0.name == rotation.name ? rotation : $0 }
  }

  /// A gift's place with the version that is named, or the latest.
  private func place(_ wish: LineupWish) throws(Rejection) -> LineupPlace {
    LineupPlace(
      gift: wish.gift, version: try state(of: wish.gift).publishable(wish.version))
  }

  /// Throws `Rejection.giftInRotation` for a gift that another rotation still brings.
  private func refuseSharing(of rotation: Rotation) throws(Rejection) {
    // Not those of a rotation that has ended, nor those that were retired meanwhile.
    let wanted = rotation.plan.gifts.filter { rotation.brings($0, from: now) }.sorted()
    for other in rotations where other.name != rotation.name {
      if let gift = wanted.first(where: { other.brings($0, from: now) }) {
        throw .giftInRotation(gift, other.name)
      }
    }
  }

  // MARK: - What came of it

  /// Throws `DomainError.overlap` for turns that the rules of rotations rule out.
  func difference(of subjects: [Command.Subject]) throws(DomainError) -> EditDifference {
    let old = Dictionary(uniqueKeysWithValues: before.rotations.map { ($0.name, $0) })
    let rotations = rotations.map { $0.merged(since: before.change) }
    var difference = EditDifference(lostPlaces: lostPlaces)
    difference.rotations = rotations.compactMap { after in
      let before = old[after.name]
      return before?.plan == after.plan ? nil : RotationDifference(before: before, after: after)
    }
    let turns = difference.rotations.isEmpty ? nil : try rotations.timelines(around: now)
    let changed = Set(difference.rotations.map(\.after.name))
    var told: Set<Command.Subject> = []
    for subject in subjects where told.insert(subject).inserted {
      switch subject {
      case .gift(let gift): tell(gift, turns, in: &difference)
      case .rotation(let name):
        if !changed.contains(name), let rotation = old[name] {
          difference.unchangedRotations.append(rotation)
        }
      }
    }
    return difference
  }

  private func tell(
    _ gift: GiftID, _ turns: [GiftID: Timeline]?, in difference: inout EditDifference
  ) {
    let empty = GiftState(gift: gift, definition: nil, versions: [], base: .empty)
    let before = self.before.gifts[gift] ?? empty
    let state = state(of: gift)
    if state != before {
      let after = turns.map { state.with(rotation: $0[gift] ?? .empty) } ?? state
      difference.gifts.append(GiftDifference(before: before, after: after))
    } else {
      difference.unchanged.append(before)
      if edits[gift] != nil { difference.turnedGifts.append(gift) }
    }
  }

  private func window(_ from: Timestamp, _ until: Timestamp?) throws(Rejection) -> Window {
    try valid { () throws(DomainError) in try Window(from: from, until: until) }
  }

  private func valid<Value>(
    _ make: () throws(DomainError) -> Value
  ) throws(Rejection) -> Value {
    do {
      return try make()
    } catch {
      throw .invalid(error)
    }
  }
}
