import GiftDomain
import GiftSQL
import Postgres

extension Session {
  func lastChange() throws(StoreError) -> LastChange {
    try row(SQL.changeLast) { row throws(StoreError) in
      LastChange(number: try row.change("number"), at: try row.instant("at"))
    }
  }

  func record(of gift: GiftID, _ zones: KnownZones) throws(StoreError) -> GiftRecord? {
    guard let history = try histories(of: [gift]).first, !history.changes.isEmpty else {
      return nil
    }
    let last = try lastChange().number
    let rotations = try rotations(at: last, zones).filter { rotation in
      rotation.revisions.contains { $0.plan.gifts.contains(gift) }
    }
    return GiftRecord(
      history: history, last: last, now: try clock(), rotations: rotations)
  }

  func findings(of gift: GiftID) throws(StoreError) -> [VersionNumber: String] {
    let pairs = try rows(SQL.versionFindings, [.text(gift.text)]) { row throws(StoreError) in
      (try row.version("number"), try row.text("findings"))
    }
    return Dictionary(pairs) { _, last in last }
  }

  func asset(_ digest: SHA256Digest) throws(StoreError) -> [UInt8]? {
    try rows(SQL.assetBytes, [.bytes(digest.bytes)]) { row throws(StoreError) in
      try row.bytes("bytes")
    }.first
  }

  func assets(_ digests: [SHA256Digest]) throws(StoreError) -> [StoredAsset] {
    let wanted = Parameter.bytesArray(digests.map(\.bytes))
    return try rows(SQL.assetCodings, [wanted]) { row throws(StoreError) in
      StoredAsset(
        digest: try row.digest("sha256"), identity: try row.bytes("bytes"),
        gzip: try row.optionalBytes("gzip"), brotli: try row.optionalBytes("brotli"))
    }
  }

  func assetsPresent(among digests: [SHA256Digest]) throws(StoreError) -> Set<SHA256Digest> {
    let asked = Parameter.bytesArray(digests.map(\.bytes))
    return Set(
      try rows(SQL.assetListAmong, [asked]) { row throws(StoreError) in try row.digest("sha256") })
  }

  /// The rows of some gifts; of one that was never added there are none.
  func histories(of gifts: [GiftID]) throws(StoreError) -> [GiftHistory] {
    guard !gifts.isEmpty else { return [] }
    let named: [Parameter] = [.textArray(gifts.map(\.text))]
    let versions = Dictionary(
      grouping: try rows(SQL.versionOfGifts, named) { row throws(StoreError) in
        try row.animationVersion()
      }, by: \.gift)
    let definitions = Dictionary(
      grouping: try rows(SQL.definitionOfGifts, named) { row throws(StoreError) in
        (gift: try row.gift("gift"), row: try row.definition())
      }, by: \.gift)
    let availabilities = Dictionary(
      grouping: try rows(SQL.availabilityOfGifts, named) { row throws(StoreError) in
        (gift: try row.gift("gift"), row: try row.availability())
      }, by: \.gift)
    let changes = Dictionary(
      grouping: try rows(SQL.giftChangeOfGifts, named) { row throws(StoreError) in
        (gift: try row.gift("gift"), change: try row.change("change"))
      }, by: \.gift)
    return gifts.map { gift in
      GiftHistory(
        gift: gift, versions: versions[gift] ?? [],
        definitions: (definitions[gift] ?? []).map(\.row),
        availabilities: (availabilities[gift] ?? []).map(\.row),
        changes: (changes[gift] ?? []).map(\.change))
    }
  }

  /// The changes of some gifts that were rollbacks.
  func rollbacks(of gifts: [GiftID]) throws(StoreError) -> Set<ChangeNumber> {
    Set(
      try rows(SQL.rollbackOfGifts, [.textArray(gifts.map(\.text))]) { row throws(StoreError) in
        try row.change("change")
      })
  }

  func view(at moment: Moment, _ zones: KnownZones) throws(StoreError) -> CatalogueView {
    let last = try lastChange().number
    let begun = try clock()
    let (change, wanted) = try locate(moment, now: begun, last: last)
    let altering = try row(SQL.changeLastAltering, [.change(change)]) { row throws(StoreError) in
      (number: try row.change("number"), at: try row.instant("at"))
    }
    let rotations = try rotations(at: change, zones)
    let (states, departed) = try gifts(at: change)
    // Now is when all was read: so no boundary is late by the time that reading takes.
    let now = moment == .now ? try clock() : begun
    let instant = moment == .now ? now : wanted
    let shown = try domain { () throws(DomainError) in
      try rotations.timelines(around: instant, below: states.windows)
    }
    return CatalogueView(
      states: states.with(shown), departed: departed,
      rotations: rotations, change: change, altering: altering.number,
      alteredAt: altering.at, instant: instant, now: now)
  }

  /// The change after which the catalogue stands at a moment, and its instant.
  func locate(
    _ moment: Moment, now: Timestamp, last: ChangeNumber
  ) throws(StoreError) -> (ChangeNumber, Timestamp) {
    switch moment {
    case .now:
      return (last, now)
    case .instant(let instant) where instant >= now:
      return (last, instant)
    case .instant(let instant):
      let change = try row(SQL.changeAtInstant, [.instant(instant)]) { row throws(StoreError) in
        try row.change("number")
      }
      return (change, instant)
    case .change(.zero):
      return (.zero, .epoch)
    case .change(let number):
      let found = try rows(SQL.changeInstant, [.change(number)]) { row throws(StoreError) in
        try row.instant("at")
      }
      guard let at = found.first else {
        throw .rejected(.changeNotFound(number, last: last))
      }
      return (number, at)
    }
  }

  private func gifts(
    at change: ChangeNumber
  ) throws(StoreError) -> (states: [GiftState], departed: [DepartedGift]) {
    let parameters: [Parameter] = [.change(change)]
    let versions = Dictionary(
      grouping: try rows(SQL.versionAll, parameters) { row throws(StoreError) in
        try row.animationVersion()
      }, by: \.gift)
    let availabilities = Dictionary(
      grouping: try rows(SQL.availabilityAtChange, parameters) { row throws(StoreError) in
        (gift: try row.gift("gift"), row: try row.availability())
      }, by: \.gift)
    let state = { (gift: GiftID, definition: Recorded<Definition>) throws(StoreError) in
      let history = GiftHistory(
        gift: gift, versions: versions[gift] ?? [], definitions: [definition],
        availabilities: (availabilities[gift] ?? []).map(\.row), changes: [])
      return try domain { () throws(DomainError) in try history.state(at: change) }
    }
    let definition = { (row: borrowing StoredRow) throws(StoreError) in
      (gift: try row.gift("gift"), row: try row.definition())
    }
    var states: [GiftState] = []
    for (gift, row) in try rows(SQL.definitionAtChange, parameters, definition) {
      states.append(try state(gift, row))
    }
    var departed: [DepartedGift] = []
    for (gift, row) in try rows(SQL.definitionDeparted, parameters, definition) {
      departed.append(
        DepartedGift(state: try state(gift, row), lastDefinition: row.value))
    }
    return (states, departed)
  }
}
