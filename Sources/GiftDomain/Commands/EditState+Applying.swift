/// Why commands about one subject are refused.
package struct CommandRejection: Error, Hashable, Sendable {
  /// What they are about.
  package let subject: Command.Subject
  /// The first reason.
  package let reason: Rejection

  /// A rejection.
  package init(subject: Command.Subject, reason: Rejection) {
    self.subject = subject
    self.reason = reason
  }
}

/// Why an edit is refused: for each subject of which a command is, in the edit's order.
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
    var seen: Set<Command.Subject> = []
    let subjects = commands.map(\.subject).filter { seen.insert($0).inserted }
    var reasons: [Command.Subject: Rejection] = [:]
    if let expected, expected >= change {
      for subject in subjects {
        reasons[subject] = .changeNotFound(expected, last: change.previous)
      }
    }
    var draft = EditDraft(self)
    for command in commands where reasons[command.subject] == nil {
      let before = draft
      do throws(Rejection) {
        try draft.apply(command)
      } catch {
        draft = before
        reasons[command.subject] = error
      }
    }
    for subject in subjects where reasons[subject] != nil || draft.differs(subject) {
      if let surprise = surprise(of: subject, after: expected) { reasons[subject] = surprise }
    }
    if reasons.isEmpty {
      do {
        return try draft.difference(of: parts(of: subjects))
      } catch {
        for subject in subjects.prefix(1) { reasons[subject] = .invalid(error) }
      }
    }
    throw EditRejection(
      commands: subjects.compactMap { subject in
        reasons[subject].map { CommandRejection(subject: subject, reason: $0) }
      })
  }
}

extension EditState {
  /// The gifts and rotations that subjects are, each once.
  private func parts(of subjects: [Command.Subject]) -> [Command.Subject] {
    var seen: Set<Command.Subject> = []
    return subjects.flatMap(parts).filter { seen.insert($0).inserted }
  }
}

/// A state on its way through the commands of an edit.
private struct EditDraft {
  private let before: EditState
  private var gifts: [GiftID: GiftState]
  private var rotations: [Rotation]
  /// The number that the next command would have if each were a change of its own.
  private var number: ChangeNumber
  /// What commands did to gifts, by those numbers.
  private var steps: [GiftID: [Step]] = [:]
  /// The commands about gifts that did something in rotations, by those numbers.
  private var turns: [GiftID: Set<ChangeNumber>] = [:]
  /// The changes that undid others, with those.
  private var undos: [ChangeNumber: ChangeNumber]
  /// The gifts to whose turns commands about them did something.
  private var turned: Set<GiftID> = []
  private var lostPlaces: [LostPlace] = []

  init(_ before: EditState) {
    self.before = before
    gifts = before.gifts
    rotations = before.rotations
    number = before.change
    undos = before.undos
  }

  private struct Step {
    let number: ChangeNumber
    let before: GiftState
    let after: GiftState
  }

  private var now: Timestamp { before.now }

  /// Whether commands did anything to a subject.
  func differs(_ subject: Command.Subject) -> Bool {
    switch subject {
    case .gift(let gift): gifts[gift] != before.gifts[gift] || turned.contains(gift)
    case .rotation(let name):
      rotations.first { $0.name == name }?.plan != before.rotations.first { $0.name == name }?.plan
    case .change, .changes: before.parts(of: subject).contains(where: differs)
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
      update(
        try state(of: gift).publishing(
          version, from: from, until: until, now: now, replacing: isReplacing))
    case .moveWindowEnd(let gift, let until, let isReplacing):
      update(try state(of: gift).ending(at: until, now: now, replacing: isReplacing))
    case .hide(let gift, let from, let until, let isReplacing):
      update(
        try state(of: gift).hiding(
          from: from ?? now, until: until, now: now, replacing: isReplacing))
    case .retire(let gift, let instant):
      let retired = try state(of: gift).retiring(at: instant ?? now, now: now)
      try withdraw(gift, at: instant ?? now)
      update(retired)
    case .rollBack(let gift, let change): try rollBack(gift, to: change)
    case .rollBackAll(let change): try rollBackAll(to: change)
    case .undo(let change):
      try undo(change)
      undos[number] = change
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
    gifts[gift] ?? EditState.absent(gift)
  }

  private mutating func update(_ state: GiftState) {
    guard gifts[state.gift] != state else { return }
    let step = Step(number: number, before: self.state(of: state.gift), after: state)
    gifts[state.gift] = state
    steps[state.gift, default: []].append(step)
  }

  private mutating func rollBack(
    _ gift: GiftID, to wanted: ChangeNumber?
  ) throws(Rejection) {
    let (target, earlier) = try before.earlier(gift, wanted)
    // What commands before this one did to the gift are edits of the gift, too.
    let edits = turns[gift, default: []].union(steps[gift, default: []].map(\.number))
      .union(before.histories[gift]?.changes ?? [])
    let state = state(of: gift).rollingBack(to: earlier, now: now)
    guard state.definition != nil else {
      // A gift that is as if never added takes no turns either.
      try withdraw(gift, at: now)
      return update(state)
    }
    var revised: [Rotation] = []
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
          revised.append(rotation.revised(by: plan, since: number, at: now))
        }
      }
    }
    // A swap that comes back with the gift brings a guest.
    for rotation in revised { try refuseSharing(of: rotation) }
    for rotation in revised { turn(gift, in: rotation) }
    update(state)
  }

  private mutating func rollBackAll(to number: ChangeNumber) throws(Rejection) {
    guard number < before.change else {
      throw .changeNotFound(number, last: before.change.previous)
    }
    for gift in Set(before.touched[.changes(after: number)] ?? []).union(steps.keys).sorted() {
      guard let history = before.histories[gift] else { throw .giftNotFound(gift) }
      update(state(of: gift).rollingBack(to: try state(of: history, at: number), now: now))
    }
    for rotation in rotations {
      if let plan = try rotation.rollingBack(to: number, now: now) {
        put(rotation.revised(by: plan, since: self.number, at: now))
      }
    }
  }

  private mutating func undo(_ number: ChangeNumber) throws(Rejection) {
    guard number > .zero, number < before.change else {
      throw .changeNotFound(number, last: before.change.previous)
    }
    let later = CountingChanges(after: number, undos: undos)
    guard !later.isUndone else { return }
    var revised: [Rotation] = []
    for rotation in rotations {
      if let plan = try rotation.undoing(number, later, now: now) {
        revised.append(rotation.revised(by: plan, since: self.number, at: now))
      }
    }
    let touched = before.touched[.change(number)] ?? []
    for gift in touched { try undo(number, of: gift, later) }
    for rotation in revised { put(rotation) }
    for rotation in revised { try refuseSharing(of: rotation) }
    // What was planned meanwhile needs gifts that are there.
    let brought = Set(touched).union(revised.flatMap(\.plan.gifts))
    for gift in brought.sorted() where state(of: gift).definition == nil {
      let isPlanned =
        !state(of: gift).schedule.shown(with: .empty).onward(from: now).entries.isEmpty
      guard isPlanned || rotations.contains(where: { $0.brings(gift, from: now) }) else {
        continue
      }
      let plan = before.rotations.lazy.flatMap(\.revisions).first {
        later.contains($0.since) && $0.plan.gifts.contains(gift)
      }
      let edit = before.histories[gift]?.changes.last(where: later.contains)
      throw .undoConflict(number, .gift(gift), by: plan?.since ?? edit ?? self.number, nil)
    }
  }

  /// Takes back what a change did to a gift, unless somebody touched it since.
  private mutating func undo(
    _ number: ChangeNumber, of gift: GiftID, _ later: CountingChanges
  ) throws(Rejection) {
    guard let history = before.histories[gift] else { throw .giftNotFound(gift) }
    let old = try state(of: history, at: number.previous)
    let undo = GiftUndo(from: old, to: try state(of: history, at: number), now: now)
    guard !undo.isDone(in: state(of: gift)) else { return }
    for change in history.changes where later.contains(change) {
      let was = try state(of: history, at: change.previous)
      if undo.isTouched(from: was, to: try state(of: history, at: change)) {
        throw .undoConflict(number, .gift(gift), by: change, nil)
      }
    }
    let step = steps[gift]?.first {
      later.contains($0.number) && undo.isTouched(from: $0.before, to: $0.after)
    }
    guard step == nil, let undone = undo.applied(to: state(of: gift)) else {
      throw .undoConflict(number, .gift(gift), by: step?.number ?? self.number, nil)
    }
    update(undone)
  }

  private func state(
    of history: GiftHistory, at change: ChangeNumber
  ) throws(Rejection) -> GiftState {
    try valid { () throws(DomainError) in try history.state(at: change) }
  }

  private mutating func withdraw(_ gift: GiftID, at instant: Timestamp) throws(Rejection) {
    for rotation in rotations where rotation.brings(gift, from: max(instant, now)) {
      guard instant >= now else { throw .instantInPast(instant, now: now) }
      let plan = rotation.plan.withdrawing(gift, at: instant, now: now)
      if plan != rotation.plan {
        turn(gift, in: rotation.revised(by: plan, since: number, at: now))
      }
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

  /// Puts what a command about a gift makes of a rotation.
  private mutating func turn(_ gift: GiftID, in rotation: Rotation) {
    put(rotation)
    turned.insert(gift)
    turns[gift, default: []].insert(number)
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

  /// What became different about the subjects of the commands, each of which stands there once.
  ///
  /// Throws `DomainError.overlap` for a gift of theirs that two rotations bring at once, which the
  /// rules of rotations rule out.
  func difference(of subjects: [Command.Subject]) throws(DomainError) -> EditDifference {
    let old = Dictionary(uniqueKeysWithValues: before.rotations.map { ($0.name, $0) })
    let rotations = rotations.map { $0.merged(since: before.change) }
    var difference = EditDifference(lostPlaces: lostPlaces)
    difference.rotations = rotations.compactMap { after in
      let before = old[after.name]
      return before?.plan == after.plan ? nil : RotationDifference(before: before, after: after)
    }
    let named = Set(
      subjects.compactMap { if case .gift(let gift) = $0 { gift } else { nil } })
    // As far as the windows of either state may hide turns, so that the two can be compared.
    let windows = before.gifts.values.windows.merging(gifts.values.windows, uniquingKeysWith: +)
    let earlier = try before.rotations.timelines(of: named, around: now, below: windows)
    let later =
      difference.rotations.isEmpty
      ? earlier : try rotations.timelines(of: named, around: now, below: windows)
    let changed = Set(difference.rotations.map(\.after.name))
    for subject in subjects {
      switch subject {
      case .gift(let gift):
        let state = state(of: gift)
        let was = before.gifts[gift] ?? EditState.absent(gift)
        let before = was.with(rotation: earlier[gift] ?? .empty)
        if state != was {
          let after = state.with(rotation: later[gift] ?? .empty)
          difference.gifts.append(GiftDifference(before: before, after: after))
        } else {
          difference.unchanged.append(before)
          if turned.contains(gift) { difference.turnedGifts.append(gift) }
        }
      case .rotation(let name):
        if !changed.contains(name), let rotation = old[name] {
          difference.unchangedRotations.append(rotation)
        }
      // These are their parts by now.
      case .change, .changes: break
      }
    }
    return difference
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
