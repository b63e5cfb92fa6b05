package import GiftDomain

/// All gifts and rotations at one instant, as pages show them.
package struct ShownCatalogue: Sendable {
  /// The gifts with a definition, with their turns around the instant.
  package let states: [GiftState]
  /// The rotations.
  package let rotations: [Rotation]
  /// The last change included.
  package let change: ChangeNumber
  /// The instant.
  package let instant: Timestamp
  /// The database's clock.
  package let now: Timestamp
  /// What somebody should look at.
  package let notices: [Notice]
  /// The catalogue at the instant.
  let catalogue: Catalogue

  /// Something that somebody should look at.
  package struct Notice: Hashable, Sendable {
    /// The gift that it is about, if it is about one.
    package let gift: GiftID?
    /// The rotation that it is about, if it is about one.
    package let rotation: RotationName?
    /// It, as a sentence.
    package let text: String

    /// A notice from its parts.
    package init(gift: GiftID?, rotation: RotationName?, text: String) {
      self.gift = gift
      self.rotation = rotation
      self.text = text
    }
  }

  /// The catalogue of gifts and rotations as they were after a change.
  package init(
    states: [GiftState], rotations: [Rotation], change: ChangeNumber, instant: Timestamp,
    now: Timestamp, notices: [Notice]
  ) {
    self.states = states.filter { $0.definition != nil }
    self.rotations = rotations
    self.change = change
    self.instant = instant
    self.now = now
    self.notices = notices
    catalogue = Catalogue(of: self.states, at: instant)
  }

  /// The same rows at another instant, assuming no edits until then.
  package func at(_ other: Timestamp) -> ShownCatalogue {
    let shown = rotations.timelines(around: other, below: states.windows)
    return ShownCatalogue(
      states: states.with(shown), rotations: rotations, change: change, instant: other, now: now,
      notices: notices)
  }

  /// The gift with an id.
  package func state(of gift: GiftID) -> GiftState? { states.first { $0.gift == gift } }

  /// The previews that a page shows.
  package func previews(on page: Page) -> Set<SHA256Digest> {
    let versions: [AnimationVersion?] =
      switch page {
      case .overview: states.map { $0.facingVersion(at: instant) }
      case .gift(let gift, _): state(of: gift)?.versions ?? []
      case .rotation(let name):
        rotations.filter { $0.name == name }.flatMap(\.plan.lineup.places)
          .map { state(of: $0.gift)?.version($0.version) }
      case .boundary(let instant): boundary(at: instant).0.versions
      }
    return Set(versions.compactMap { $0?.pictures?.pair?.preview.asset })
  }

  /// The gifts that rotations bring from the instant on.
  var rotating: Set<GiftID> {
    Set(
      states.filter { state in
        state.rotation.entries.contains { $0.window.until.map { $0 > instant } ?? true }
      }.map(\.gift))
  }
}

extension ShownCatalogue {
  /// An instant at which viewers see a change though nobody edits anything.
  struct Boundary: Sendable {
    let at: Timestamp
    /// Gifts that go live.
    let added: [Catalogue.Item]
    /// Gifts that go off.
    let removed: [Catalogue.Item]
    /// Gifts that play another version, or are sold on other terms.
    let changed: [CatalogueDifference.Change]

    init(at instant: Timestamp, from earlier: Catalogue, to later: Catalogue) {
      let difference = CatalogueDifference(from: earlier, to: later)
      at = instant
      added = difference.added
      removed = difference.removed
      changed = difference.changed.filter {
        $0.before.version.number != $0.after.version.number
          || $0.before.definition != $0.after.definition
      }
    }

    /// The versions before and after it.
    var versions: [AnimationVersion] {
      (added + removed + changed.flatMap { [$0.before, $0.after] }).map(\.version)
    }

    var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty }

    /// Up to this many gifts are named.
    private static let named = 2

    /// `Rose changes`, or `2 gifts go live, 1 goes off` if there are many.
    func sentence(in locale: LocaleTag?) -> String {
      let all = [
        (changed.map(\.after), "changes"), (added, "goes live"), (removed, "goes off"),
      ]
      guard added.count + removed.count + changed.count > Self.named else {
        return isEmpty
          ? "Nothing changes"
          : all.flatMap { items, verb in
            items.map { "\($0.definition.name(in: locale).name.text) \(verb)" }
          }.joined(separator: ", ")
      }
      return tally
    }

    private var tally: String {
      let counts = [
        (added.count, "goes live", "go live"), (removed.count, "goes off", "go off"),
        (changed.count, "changes", "change"),
      ].filter { $0.0 > 0 }
      return counts.enumerated().map { index, part in
        let (count, one, many) = part
        let noun = index == 0 ? (count == 1 ? " gift" : " gifts") : ""
        return "\(grouped(count))\(noun) \(count == 1 ? one : many)"
      }.joined(separator: ", ")
    }
  }

  /// The most boundaries examined for one page: some change nothing that viewers see.
  private static let maxExamined = 200

  /// The next boundaries, at most `limit`.
  func coming(_ limit: Int) -> [Boundary] {
    var found: [Boundary] = []
    var catalogue = catalogue
    for _ in 0..<Self.maxExamined {
      guard found.count < limit, let next = catalogue.nextBoundary else { break }
      let later = at(next).catalogue
      let boundary = Boundary(at: next, from: catalogue, to: later)
      if !boundary.isEmpty { found.append(boundary) }
      catalogue = later
    }
    return found
  }

  /// The last boundary before the instant; nil if there was none.
  var previousBoundary: Timestamp? {
    guard let last = catalogue.lastBoundary else { return nil }
    if last < instant { return last }
    return at(Timestamp(clamping: instant.microseconds - 1)).catalogue.lastBoundary
  }

  /// What changes at an instant, and the catalogues right before and from it on.
  func boundary(at instant: Timestamp) -> (
    Boundary, before: ShownCatalogue, after: ShownCatalogue
  ) {
    let before = at(Timestamp(clamping: instant.microseconds - 1))
    let after = at(instant)
    return (Boundary(at: instant, from: before.catalogue, to: after.catalogue), before, after)
  }
}

extension ShownCatalogue {
  /// The languages that other gifts have a name in, and this one has not.
  func missingLocales(of state: GiftState) -> [LocaleTag] {
    FilterChoices(states).values.locales.filter { state.definition?.names.byLocale[$0] == nil }
  }
}
