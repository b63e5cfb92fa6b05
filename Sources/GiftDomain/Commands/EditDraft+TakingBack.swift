// Commands that undo edits: of one gift, of the whole catalogue, or one change.
extension EditDraft {
  mutating func rollBack(_ gift: GiftID, to wanted: ChangeNumber?) throws(Rejection) {
    let (target, earlier) = try before.earlier(gift, wanted)
    // Effects of earlier commands on the gift are edits of the gift too.
    let edits = turns[gift, default: []].union(steps[gift, default: []].map(\.number))
      .union(before.histories[gift]?.changes ?? [])
    let state = state(of: gift).rollingBack(to: earlier, now: now)
    guard earlier.definition != nil else {
      // A gift rolled back to before it was added takes no turns either.
      try leaveRotations(gift, at: now)
      return update(state)
    }
    var revised: [Rotation] = []
    for rotation in rotations {
      switch rotation.rollingBack(gift, to: target, edits: edits, now: now) {
      case .nothing: continue
      case .staysOut:
        lostPlaces.append(LostPlace(gift: gift, rotation: rotation.name, other: nil))
      case .plan(let whole):
        let plan = withoutWithdrawn(whole)
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

  mutating func rollBackAll(to number: ChangeNumber) throws(Rejection) {
    guard number < before.change else {
      throw .changeNotFound(number, last: before.change.previous)
    }
    for gift in Set(before.touched[.changes(after: number)] ?? []).union(steps.keys).sorted() {
      guard let history = before.histories[gift] else { throw .giftNotFound(gift) }
      update(state(of: gift).rollingBack(to: try state(of: history, at: number), now: now))
    }
    try rollBackGroups(to: number)
    for rotation in rotations {
      if let plan = try rotation.rollingBack(to: number, now: now) {
        put(rotation.revised(by: withoutWithdrawn(plan), since: self.number, at: now))
      }
    }
  }

  mutating func undo(_ number: ChangeNumber) throws(Rejection) {
    guard number > .zero, number < before.change else {
      throw .changeNotFound(number, last: before.change.previous)
    }
    let later = CountingChanges(after: number, undos: undos)
    guard !later.isUndone else { return try refuseReturned(number) }
    try undoGroups(of: number, later)
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
    try refuseWithdrawnPlans(of: touched)
    // Plans made meanwhile need gifts that still exist.
    let brought = Set(touched).union(revised.flatMap(\.plan.gifts))
    for gift in brought.sorted() where state(of: gift).definition == nil {
      let isPlanned =
        !state(of: gift).schedule.shown(with: .empty).onward(from: now).entries.isEmpty
      guard isPlanned || rotations.contains(where: { $0.brings(gift, from: now) }) else { continue }
      let plan = before.rotations.lazy.flatMap(\.revisions).first {
        later.contains($0.since) && $0.plan.gifts.contains(gift)
      }
      let edit = before.histories[gift]?.changes.last(where: later.contains)
      throw .undoConflict(number, .gift(gift), by: plan?.since ?? edit ?? self.number, nil)
    }
  }

  /// Throws `Rejection.undoConflict` for a change that was undone, and whose effects another change
  /// that is no undo has brought back.
  private func refuseReturned(_ number: ChangeNumber) throws(Rejection) {
    for gift in before.touched[.change(number)] ?? [] {
      guard let history = before.histories[gift] else { continue }
      let old = try state(of: history, at: number.previous)
      let undo = GiftUndo(from: old, to: try state(of: history, at: number), now: now)
      guard undo.isBack(in: state(of: gift)) else { continue }
      let touching = try edits(of: history, touching: undo) { $0 > number }
      if let last = touching.last { throw .undoConflict(number, .gift(gift), by: last, nil) }
    }
    for rotation in rotations {
      guard let made = rotation.revisions.first(where: { $0.since == number }),
        let last = rotation.revisions.last, last.since > number, last.plan == made.plan
      else { continue }
      throw .undoConflict(number, .rotation(rotation.name), by: last.since, nil)
    }
    for made in groupRecords where made.since == number {
      guard let last = groupRecords.last(where: { $0.group.id == made.group.id }),
        last.since > number, last.group == made.group
      else { continue }
      throw .undoConflict(number, .group(made.group.id), by: last.since, nil)
    }
  }

  /// Undoes a change's effects on a gift, unless they were edited since.
  private mutating func undo(
    _ number: ChangeNumber, of gift: GiftID, _ later: CountingChanges
  ) throws(Rejection) {
    guard let history = before.histories[gift] else { throw .giftNotFound(gift) }
    let old = try state(of: history, at: number.previous)
    let undo = GiftUndo(from: old, to: try state(of: history, at: number), now: now)
    guard !undo.isDone(in: state(of: gift)) else { return }
    if let first = try edits(of: history, touching: undo, where: later.contains).first {
      throw .undoConflict(number, .gift(gift), by: first, nil)
    }
    let step = steps[gift]?.first {
      later.contains($0.number) && undo.isTouched(from: $0.before, to: $0.after)
    }
    guard step == nil, let undone = undo.applied(to: state(of: gift)) else {
      let edit = history.changes.last(where: later.contains)
      throw .undoConflict(number, .gift(gift), by: step?.number ?? edit ?? self.number, nil)
    }
    update(undone)
  }

  /// The edits of a gift, of some changes, that touched what an undo would take back.
  private func edits(
    of history: GiftHistory, touching undo: GiftUndo, where isWanted: (ChangeNumber) -> Bool
  ) throws(Rejection) -> [ChangeNumber] {
    try valid { () throws(DomainError) in
      var states = GiftStates(of: history)
      var touching: [ChangeNumber] = []
      for change in history.changes where isWanted(change) {
        let was = try states.advance(to: change.previous)
        if undo.isTouched(from: was, to: try states.advance(to: change)) {
          touching.append(change)
        }
      }
      return touching
    }
  }

  private func state(
    of history: GiftHistory, at change: ChangeNumber
  ) throws(Rejection) -> GiftState {
    try valid { () throws(DomainError) in try history.state(at: change) }
  }
}
