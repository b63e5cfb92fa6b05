import GiftDomain

// Gifts as JSON, in the words of the read API where it has them.

/// A gift as it stands.
struct GiftDocument: Encodable {
  let id: String
  let status: StatusDocument
  let names: [String: String]?
  let price: Int64?
  let category: String?
  let order: Int64?
  let streakable: Bool?
  let tags: [String]?
  let latestVersion: Int64?
  let versions: [VersionDocument]
  /// The versions that stand, each from its instant until the next.
  let standing: [PlanDocument]
  /// The windows above them, and above turns.
  let windows: [PlanDocument]
  /// The last and the next times that a rotation brings it.
  let turns: [PlanDocument]

  init(_ state: GiftState, at instant: Timestamp) {
    let definition = state.definition
    id = state.gift.text
    status = StatusDocument(state.status(at: instant))
    names = definition.map { definition in
      Dictionary(uniqueKeysWithValues: definition.names.map { ($0.key.text, $0.value.text) })
    }
    price = definition?.price.coins
    category = definition?.category.text
    order = definition?.order.value
    streakable = definition?.isStreakable
    tags = definition?.tags.map(\.text).sorted()
    latestVersion = definition?.latestVersion?.value
    versions = state.versions.map(VersionDocument.init)
    standing = state.schedule.standing.map(PlanDocument.init)
    windows = state.schedule.windows.map(PlanDocument.init)
    turns = state.rotation.entries.map {
      PlanDocument(Availability(window: $0.window, version: $0.version))
    }
  }
}

/// What a gift is to viewers.
struct StatusDocument: Encodable {
  let state: String
  let version: Int64?
  let from: String?
  let until: String?

  init(_ status: GiftStatus) {
    switch status {
    case .draft: self.init(state: "draft", nil, until: nil)
    case .scheduled(let entry): self.init(state: "scheduled", entry, until: entry.window.until)
    case .live(let entry): self.init(state: "live", entry, until: entry.window.until)
    case .retired(let instant): self.init(state: "retired", nil, until: instant)
    }
  }

  private init(state: String, _ entry: TimelineEntry?, until: Timestamp?) {
    self.state = state
    version = entry?.version.value
    from = entry?.window.from.rfc3339
    self.until = until?.rfc3339
  }
}

/// A version of an animation.
struct VersionDocument: Encodable {
  let version: Int64
  let sha256: String
  let byteCount: Int64
  let width: Int64
  let height: Int64
  let frameRate: Double
  let frameCount: Double
  let durationMs: Int64
  let addedByChange: Int64

  init(_ version: AnimationVersion) {
    self.version = version.number.value
    sha256 = version.asset.hex
    byteCount = version.byteCount
    width = version.facts.width
    height = version.facts.height
    frameRate = version.facts.frameRateHz
    frameCount = version.facts.frameCount
    durationMs = version.facts.durationMs
    addedByChange = version.since.value
  }
}

/// A version from an instant on, or in a window.
struct PlanDocument: Encodable {
  /// Absent when nothing shows.
  let version: Int64?
  let from: String
  let until: String?

  init(_ plan: Availability) {
    version = plan.version?.value
    from = plan.window.from.rfc3339
    until = plan.window.until?.rfc3339
  }
}
