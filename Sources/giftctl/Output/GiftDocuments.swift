import GiftDomain

// Gifts as JSON, in the words of the read API where it has them.

extension GiftState {
  /// The gift as it stands.
  func document(at instant: Timestamp) -> JSONObject {
    [
      "id": gift,
      "status": StatusDocument(status(at: instant)),
      "names": definition.map { definition in
        Dictionary(uniqueKeysWithValues: definition.names.map { ($0.key.text, $0.value) })
      },
      "price": definition?.price,
      "category": definition?.category,
      "order": definition?.order,
      "streakable": definition?.isStreakable,
      "tags": definition?.tags.map(\.text).sorted(),
      "latestVersion": definition?.latestVersion,
      "versions": versions.map(VersionDocument.init),
      // The versions that stand, each from its instant until the next.
      "standing": schedule.standing.map(PlanDocument.init),
      // The windows above them, and above turns.
      "windows": schedule.windows.map(PlanDocument.init),
      // The last and the next times that a rotation brings it.
      "turns": rotation.entries.map {
        PlanDocument(Availability(window: $0.window, version: $0.version))
      },
    ]
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
