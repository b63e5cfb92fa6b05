package import GiftDomain
package import GiftStore
import Lottie
package import Pictures

/// The progress of an import.
package enum ImportProgress: Sendable {
  /// The number of animations checked.
  case checked(Int, of: Int)
  /// The number of animations drawn.
  case drawn(Int, of: Int)
  /// The number of new animations compressed.
  case compressed(Int, of: Int)
  /// The number of new animations stored.
  case stored(Int, of: Int)
  /// The number of changes of a history restored.
  case restored(Int, of: Int)
}

/// A folder of animations that was checked and can be imported.
package struct ImportPlan: Sendable {
  /// The most bytes of all animations of an import, 1 GiB: they are in memory together, and their
  /// pictures, each pair of at most 80,000 bytes.
  package static let maxBytes = 1_073_741_824

  let planned: [PlannedGift]
  /// What it does to placements and categories, before the gifts.
  let groups: [Command]

  /// The gifts, in the manifest's order.
  package var gifts: [GiftID] { planned.map(\.gift) }

  /// Why animations were not drawn, one for each that was not.
  package var drawingFailures: [DrawingFailure] { planned.compactMap(\.animation?.drawingFailure) }
}

extension Publisher {
  /// Manifest entries processed at the same time: enough to keep every core busy.
  private static let checksAtOnce = 32

  /// Checks and draws everything in an import, before prompting or storing anything.
  ///
  /// `read` returns the bytes of a file in the folder. Throws `PublishingError.importRefused` with
  /// all problems of the manifest, its files, and what the catalogue would reject of the rest,
  /// `importTooLarge` if the animations exceed `maxBytes` together, `drawing` if the machine fails,
  /// and `store`.
  package func plan(
    _ manifest: Manifest, for request: EditRequest, maxBytes: Int = ImportPlan.maxBytes,
    read: @escaping @Sendable (String) -> Result<[UInt8], FileFault>,
    progress: @escaping @Sendable (ImportProgress) -> Void
  ) async throws(PublishingError) -> ImportPlan {
    let entries = manifest.gifts
    var problems = manifest.faults.map {
      ImportProblem(id: $0.place?.gift, reason: .manifest($0))
    }
    let zone = try await rules(of: manifest, &problems)
    let groups = manifest.groupCommands(&problems)
    var results = [Result<PlannedGift, ImportProblem>?](repeating: nil, count: entries.count)
    var byteCount = 0
    await withTaskGroup(of: (Int, Result<PlannedGift, ImportProblem>).self) { group in
      var next = 0
      func begin() {
        guard next < entries.count else { return }
        group.addTask { [policy, index = next, entry = entries[next]] in
          (index, entry.planned(policy: policy, zone: zone, read: read))
        }
        next += 1
      }
      progress(.checked(0, of: entries.count))
      for _ in 0..<Self.checksAtOnce { begin() }
      var done = 0
      for await (index, result) in group {
        results[index] = result
        if case .success(let gift) = result {
          byteCount += gift.animation?.upload.bytes.count ?? 0
        }
        done += 1
        progress(.checked(done, of: entries.count))
        if byteCount <= maxBytes { begin() }
      }
    }
    guard byteCount <= maxBytes else { throw .importTooLarge(limit: maxBytes) }
    var planned: [PlannedGift] = []
    let read = zip(entries, results).compactMap { entry, result in result.map { (entry, $0) } }
    for result in try await drawn(read, progress) {
      switch result {
      case .success(let gift): planned.append(gift)
      case .failure(let problem): problems.append(problem)
      }
    }
    guard problems.isEmpty else {
      let wrong = Set(problems.map(\.id))
      // What a fault left out would be missed: a price, or a placement that gifts are in.
      if !wrong.contains(nil) {
        let rest = planned.filter { !wrong.contains($0.gift.text) }
        problems += try await rejections(of: ImportPlan(planned: rest, groups: groups), request)
      }
      throw .importRefused(problems.sorted(like: entries))
    }
    return ImportPlan(planned: planned, groups: groups)
  }

  /// What the catalogue would reject of a plan.
  private func rejections(
    of plan: ImportPlan, _ request: EditRequest
  ) async throws(PublishingError) -> [ImportProblem] {
    var trial = request
    trial.isDryRun = true
    do {
      _ = try await carryOut(plan, trial) { _ in }
      return []
    } catch {
      guard case .importRefused(let problems) = error else { throw error }
      return problems
    }
  }

  /// The gifts of a manifest after the draw check, each animation drawn once.
  private func drawn(
    _ gifts: [(entry: Manifest.Entry, result: Result<PlannedGift, ImportProblem>)],
    _ progress: @escaping @Sendable (ImportProgress) -> Void
  ) async throws(PublishingError) -> [Result<PlannedGift, ImportProblem>] {
    let animations = gifts.compactMap { gift in
      switch gift.result {
      case .success(let planned): planned.animation
      case .failure: nil
      }
    }
    let checked = try await drawn(animations, progress)
    return gifts.map { entry, result in
      result.flatMap { gift in
        switch gift.animation.flatMap({ checked[$0.upload.candidate.asset] }) {
        case nil: .success(gift)
        // The same bytes may be another file, and played otherwise.
        case .success(let drawn):
          .success(gift.with(gift.animation?.with(drawn.report, drawn.drawing) ?? drawn))
        case .failure(let refusal):
          .failure(
            ImportProblem(
              id: entry.id,
              reason: .refused(file: entry.file ?? entry.id, refusal.report)))
        }
      }
    }
  }

  /// The rules of a manifest's zone; nil if it names none.
  ///
  /// Times in a zone that the database does not know are read as UTC, to find what else is wrong.
  private func rules(
    of manifest: Manifest, _ problems: inout [ImportProblem]
  ) async throws(PublishingError) -> ZoneRules? {
    guard let name = manifest.zone else { return nil }
    let rules: ZoneRules?
    do {
      rules = try await store.zone(name)
    } catch {
      throw .store(error)
    }
    if rules == nil {
      problems.append(ImportProblem(id: nil, reason: .manifest(.zoneUnknown(name))))
    }
    return rules ?? .utc
  }

  /// Adds all gifts of a plan, and publishes those that the manifest says: one transaction, one
  /// change.
  ///
  /// Throws `PublishingError.importRefused` with all gifts that the catalogue rejects, `store` if
  /// somebody else changed one or the database fails; then nothing is stored.
  package func carryOut(
    _ plan: ImportPlan, _ request: EditRequest,
    progress: @escaping @Sendable (ImportProgress) -> Void
  ) async throws(PublishingError) -> EditOutcome {
    let animations = plan.planned.compactMap(\.animation)
    let codings = try await codings(of: animations, for: request, progress: progress)
    let uploads = plan.planned.compactMap { $0.animation?.upload(codings) }
    let commands = plan.groups + plan.planned.flatMap(\.commands)
    do {
      return try await store.commit(
        commands, request, uploads: uploads,
        pictures: animations.flatMap { $0.pictures?.files ?? [] },
        progress: { progress(.stored($0, of: $1)) })
    } catch {
      throw Self.refusal(error, of: commands)
    }
  }

  /// The refusal of an import: all gifts that the catalogue rejects; or, if somebody else edited
  /// meanwhile, only that.
  private static func refusal(_ error: StoreError, of commands: [Command]) -> PublishingError {
    let rejections: [CommandRejection]
    switch error {
    case .rejected(let reason):
      rejections = commands.prefix(1).map { CommandRejection(subject: $0.subject, reason: reason) }
    case .commandsRejected(let several): rejections = several
    default: return .store(error)
    }
    let conflicts = rejections.filter { rejection in
      switch rejection.reason {
      case .changedSince, .groupChangedSince, .changeNotFound, .movedSinceShown, .editedSince: true
      default: false
      }
    }
    if let conflict = conflicts.first { return .store(.rejected(conflict.reason)) }
    return .importRefused(
      rejections.map {
        ImportProblem(id: $0.subject.text, reason: .rejected($0.reason))
      })
  }

  /// The live set as a manifest, without placements that were retired, the digest of each file that
  /// it names, and the plans that it cannot say.
  package func liveManifest(
    of view: CatalogueView
  ) -> (
    manifest: Manifest, files: [(name: String, asset: SHA256Digest)],
    omitted: [(gift: GiftID, plan: OmittedPlan)]
  ) {
    let groups = view.groups
    let items = view.catalogue.items.filter { $0.isPlaced(in: groups) }
    let plans = items.map {
      LivePlan(view.states[$0.index], $0.version.number, at: view.instant)
    }
    let placements = groups.placements.filter { $0.key != .gifts }.sorted { $0.key < $1.key }
    let categories = groups.ordered(among: Set(groups.categories.keys))
    return (
      Manifest(
        gifts: zip(items, plans).map { Manifest.Entry($0, $1.entry, in: groups) },
        placements: placements.isEmpty
          ? nil : placements.map { .init(name: $0.key.text, choose: $0.value.rawValue) },
        categories: categories.isEmpty ? nil : categories.map(Manifest.CategoryEntry.init)),
      items.map { ("\($0.gift).json", $0.version.asset) },
      zip(items, plans).flatMap { item, plan in plan.omitted.map { (item.gift, $0) } }
    )
  }
}

extension [ImportProblem] {
  /// First what is about no gift that could be read, then gift by gift.
  fileprivate func sorted(like entries: [Manifest.Entry]) -> [ImportProblem] {
    let places = Dictionary(
      entries.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { one, _ in one })
    let all = enumerated().map {
      ($0.element.id.flatMap { places[$0] } ?? -1, $0.offset, $0.element)
    }
    return all.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }
}

extension Manifest.CategoryEntry {
  fileprivate init(_ category: (name: GiftDomain.Category, details: CategoryDetails)) {
    let names = category.details.names
    self.init(
      id: category.name.text,
      names: Dictionary(
        uniqueKeysWithValues: names.byLocale.map { ($0.key.text, $0.value.text) }),
      fallback: names.fallback.text, order: category.details.order.value)
  }
}

extension [String] {
  /// Throws `DomainError.tooMany` above a limit, `repeated` for one that occurs twice.
  fileprivate func refuseMany(_ kind: ValueKind, limit: Int) throws(DomainError) {
    guard count <= limit else { throw .tooMany(kind, count: count, limit: limit) }
    var seen: Set<String> = []
    for text in self where !seen.insert(text).inserted { throw .repeated(kind, text: text) }
  }
}

extension Manifest {
  /// The commands for its placements and categories; none if one breaks its rule.
  fileprivate func groupCommands(_ problems: inout [ImportProblem]) -> [Command] {
    do throws(DomainError) {
      try (placements ?? []).map(\.name).refuseMany(.placement, limit: GiftGroups.maxPlacements)
      try (categories ?? []).map(\.id).refuseMany(.category, limit: GiftGroups.maxCategories)
      return try (placements ?? []).map { entry throws(DomainError) in
        .setPlacement(
          placement: try PlacementName(entry.name), choose: try PlacementChoice(named: entry.choose)
        )
      }
        + (categories ?? []).map { entry throws(DomainError) in
          var patch = CategoryPatch()
          patch.names = try LocalNames.parsed(entry.names ?? [:])
          patch.fallback = try entry.fallback.map { text throws(DomainError) in
            try LocaleTag(text)
          }
          patch.order = try entry.order.map { number throws(DomainError) in try Order(number) }
          return .setCategory(category: try Category(entry.id), patch: patch)
        }
    } catch {
      problems.append(ImportProblem(id: nil, reason: .invalid(error)))
      return []
    }
  }
}

extension Manifest.Entry {
  /// An entry that restores a live gift.
  fileprivate init(
    _ item: Catalogue.Item, _ plan: Manifest.PlanEntry, in groups: GiftGroups
  ) {
    var definition = WrittenDefinition(item.usualDefinition)
    definition.places = item.usualDefinition.places
      .filter { groups.placements[$0.key] != nil }.map { "\($0.key):\($0.value)" }.sorted()
    self.init(
      id: item.gift.text, file: "\(item.gift).json",
      playback: WrittenPlayback(item.version.playback),
      definition: definition, plan: plan)
  }
}
