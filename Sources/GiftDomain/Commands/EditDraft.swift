/// The state while the commands of an edit are applied.
struct EditDraft {
  let before: EditState
  var gifts: [GiftID: GiftState]
  var rotations: [Rotation]
  /// The placements and categories over time, up to the commands so far.
  var groupRecords: [GroupRecord]
  /// The number that the next command would have if each were its own change.
  var number: ChangeNumber
  /// The effects of commands on gifts, by those numbers.
  var steps: [GiftID: [Step]] = [:]
  /// The commands about gifts that affected rotations, by those numbers.
  var turns: [GiftID: Set<ChangeNumber>] = [:]
  /// The changes that undid others, each with the undone change.
  var undos: [ChangeNumber: ChangeNumber]
  /// The gifts whose turns were affected by commands about them.
  var turned: Set<GiftID> = []
  /// The bytes that commands so far have withdrawn.
  var withdrawnNow: [SHA256Digest: [GiftID: VersionNumber]] = [:]
  var lostPlaces: [LostPlace] = []

  init(_ before: EditState) {
    self.before = before
    gifts = before.gifts
    rotations = before.rotations
    groupRecords = before.groupRecords
    number = before.change
    undos = before.undos
  }

  struct Step {
    let number: ChangeNumber
    let before: GiftState
    let after: GiftState
  }

  var now: Timestamp { before.now }

  /// Whether commands changed a subject.
  func differs(_ subject: Command.Subject) -> Bool {
    switch subject {
    case .gift(let gift): gifts[gift] != before.gifts[gift] || turned.contains(gift)
    case .rotation(let name):
      rotations.first { $0.name == name }?.plan != before.rotations.first { $0.name == name }?.plan
    case .group(let id): groups[id] != before.groups[id]
    case .change, .changes: before.parts(of: subject).contains(where: differs)
    }
  }

  /// Applies a command, or throws; one that `isAtomic` then has changed nothing.
  mutating func apply(_ command: Command) throws(Rejection) {
    defer { number = number.next }
    switch command {
    case .define(let gift, let patch):
      try check(patch)
      let past = before.histories[gift]?.definitions ?? []
      update(try state(of: gift).defining(patch, past: past))
    case .addVersion(let gift, let candidate):
      try refuseWithdrawn(candidate.asset)
      update(try state(of: gift).adding(candidate, change: before.change))
    case .setPictures(let gift, let animation, let pictures, let isReplacing):
      update(try state(of: gift).picturing(animation, pictures, replacing: isReplacing))
    case .publish(let gift, let version, let from, let until, let terms, let replacement):
      update(
        try state(of: gift).publishing(
          version, from: from, until: until, on: terms, now: now, replacing: replacement))
    case .moveWindowEnd(let gift, let until, let replacement):
      update(try state(of: gift).ending(at: until, now: now, replacing: replacement))
    case .hide(let gift, let from, let until, let replacement):
      update(
        try state(of: gift).hiding(
          from: from ?? now, until: until, now: now, replacing: replacement))
    case .retire(let gift, let instant, let standingOnly):
      try retire(gift, at: instant ?? now, standingOnly: standingOnly ?? false)
    case .setWithdrawn(let gift, let animation, let isWithdrawn):
      try setWithdrawn(gift, animation, isWithdrawn)
    case .rollBack(let gift, let change): try rollBack(gift, to: change)
    case .rollBackAll(let change): try rollBackAll(to: change)
    case .undo(let change):
      try undo(change)
      undos[number] = change
    case .addRotation(let name, let shape): try add(name, shape)
    case .editRotation(let name, let patch):
      let rotation = try rotation(name)
      let plan = try rotation.plan.edited(patch, now: now) { spec throws(Rejection) in
        try place(spec)
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
    case .setPlacement(let name, let choose): try setPlacement(name, choose)
    case .setCategory(let name, let patch): try setCategory(name, patch)
    case .retireGroup(let id): try retire(id)
    }
  }

  // MARK: - Gifts

  func state(of gift: GiftID) -> GiftState { gifts[gift] ?? EditState.absent(gift) }

  mutating func update(_ state: GiftState) {
    guard gifts[state.gift] != state else { return }
    let step = Step(number: number, before: self.state(of: state.gift), after: state)
    gifts[state.gift] = state
    steps[state.gift, default: []].append(step)
  }

  mutating func retire(
    _ gift: GiftID, at instant: Timestamp, standingOnly: Bool
  ) throws(Rejection) {
    guard !standingOnly else {
      return update(try state(of: gift).steppingDown(at: instant, now: now))
    }
    let retired = try state(of: gift).retiring(at: instant, now: now)
    try leaveRotations(gift, at: instant)
    update(retired)
  }

  mutating func leaveRotations(_ gift: GiftID, at instant: Timestamp) throws(Rejection) {
    for rotation in rotations where rotation.brings(gift, from: max(instant, now)) {
      guard instant >= now else { throw .instantInPast(instant, now: now) }
      let plan = rotation.plan.withdrawing(gift, at: instant, now: now)
      if plan != rotation.plan {
        turn(gift, in: rotation.revised(by: plan, since: number, at: now))
      }
    }
  }

  // MARK: - Rotations

  mutating func add(_ name: RotationName, _ shape: RotationShape) throws(Rejection) {
    let places = try shape.lineup.map { spec throws(Rejection) in try place(spec) }
    let plan = RotationPlan(
      zone: shape.zone, first: shape.first, cadence: shape.cadence, stay: shape.stay,
      lineup: try valid { () throws(DomainError) in try Lineup(places, perTurn: shape.perTurn) },
      lastTurn: shape.turnCount, until: shape.until)
    if let current = rotations.first(where: { $0.name == name }) {
      // Compared as requested; the rules of its zone may have changed since.
      var made = plan
      if made.zone.name == current.plan.zone.name { made.zone = current.plan.zone }
      guard current.revisions.count == 1, current.plan == made else { throw .rotationExists(name) }
      return
    }
    try plan.validate(now: now)
    try plan.validateTurnCount()
    guard plan.turn(1) != nil else { throw .rotationWithoutTurn(name) }
    let rotation = Rotation(name: name, plan: plan, since: number, at: now)
    try refuseSharing(of: rotation)
    rotations = (rotations + [rotation]).sorted { $0.name < $1.name }
  }

  func rotation(_ name: RotationName) throws(Rejection) -> Rotation {
    guard let rotation = rotations.first(where: { $0.name == name }) else {
      throw .rotationNotFound(name)
    }
    return rotation
  }

  mutating func revise(_ rotation: Rotation, _ plan: RotationPlan) throws(Rejection) {
    guard plan != rotation.plan else { return }
    if let place = withdrawnPlaces(in: plan).first {
      throw .versionWithdrawn(place.gift, place.version)
    }
    let revised = rotation.revised(by: plan, since: number, at: now)
    try refuseSharing(of: revised)
    put(revised)
  }

  /// Stores a rotation as changed by a command about a gift.
  mutating func turn(_ gift: GiftID, in rotation: Rotation) {
    put(rotation)
    turned.insert(gift)
    turns[gift, default: []].insert(number)
  }

  mutating func put(_ rotation: Rotation) {
    rotations = rotations.map { $0.name == rotation.name ? rotation : $0 }
  }

  /// A gift's place with the version that is named, or the latest.
  func place(_ spec: LineupSpec) throws(Rejection) -> LineupPlace {
    LineupPlace(gift: spec.gift, version: try state(of: spec.gift).publishable(spec.version))
  }

  /// Throws `Rejection.giftInRotation` for a gift that another rotation still brings.
  func refuseSharing(of rotation: Rotation) throws(Rejection) {
    // Except those of an ended rotation, and those retired meanwhile.
    let wanted = rotation.plan.gifts.filter { rotation.brings($0, from: now) }.sorted()
    for other in rotations where other.name != rotation.name {
      if let gift = wanted.first(where: { other.brings($0, from: now) }) {
        throw .giftInRotation(gift, other.name)
      }
    }
  }

  // MARK: - Result

  /// The changes to the subjects of the commands, each subject once.
  func difference(of subjects: [Command.Subject]) -> EditDifference {
    let old = Dictionary(uniqueKeysWithValues: before.rotations.map { ($0.name, $0) })
    let rotations = rotations.map { $0.merged(since: before.change) }
    var difference = EditDifference(allGroups: groups, lostPlaces: lostPlaces)
    difference.rotations = rotations.compactMap { after in
      let before = old[after.name]
      return before?.plan == after.plan ? nil : RotationDifference(before: before, after: after)
    }
    let named = Set(subjects.compactMap { if case .gift(let gift) = $0 { gift } else { nil } })
    // Far enough that the windows of either state may hide turns, so that the two are comparable.
    let windows = before.gifts.values.windows.merging(gifts.values.windows, uniquingKeysWith: +)
    let earlier = before.rotations.timelines(of: named, around: now, below: windows)
    let later =
      difference.rotations.isEmpty
      ? earlier : rotations.timelines(of: named, around: now, below: windows)
    let changed = Set(difference.rotations.map(\.after.name))
    difference.groups = groupDifferences
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
      case .group(let id):
        if !differs(subject) { difference.unchangedGroups.append(before.groups[id]) }
      // These were replaced by their parts.
      case .change, .changes: break
      }
    }
    return difference
  }
}

extension Command {
  /// Whether it throws before it changes anything; others take several steps.
  var isAtomic: Bool {
    switch self {
    case .rollBack, .rollBackAll, .undo: false
    case .define, .addVersion, .setPictures, .publish, .moveWindowEnd, .hide, .retire,
      .setWithdrawn, .addRotation, .editRotation, .skipTurn, .moveTurn, .swapGift, .endRotation,
      .setPlacement, .setCategory,
      .retireGroup:
      true
    }
  }
}
