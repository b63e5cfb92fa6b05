import ArgumentParser
import GiftDomain
import GiftStore

/// `giftctl diff`.
struct Diff: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", _superCommandName: Giftctl.name,
    abstract: "Shows what the last change did, or how the live catalogue differs over time.",
    discussion: """
      Without options: what the last change did, to plans and drafts, too. With --from or --to: \
      which gifts are live at one moment and not at the other, and what is different about those \
      that are live at both. A moment is a time (now, +3w, 2026-12-01T10:00:00Z, or a local time \
      with --tz) or the number of a change.
      """)

  @Option(point: "The earlier moment. [default: the change before that of --to]")
  var from: PointArgument?

  @Option(point: "The later moment. [default: now]")
  var to: PointArgument?

  @OptionGroup var zone: ZoneOptions
  @OptionGroup var global: GlobalOptions

  func run() async throws {
    guard from != nil || to != nil else { return try await printLastChange() }
    let (earlier, later) = try await Tool().withStore(global) { store in
      var clock = CommandClock(store, zone: zone.tz)
      let laterMoment = if let to { try await clock.moment(to) } else { Moment.now }
      let later = try await store.view(at: laterMoment)
      let earlierMoment =
        if let from { try await clock.moment(from) } else { Moment.change(later.change.previous) }
      return (try await store.view(at: earlierMoment), later)
    }
    warn(of: Set(earlier.broken + later.broken).sorted())
    let difference = CatalogueDifference(
      from: earlier.leavingOut(later.broken).catalogue,
      to: later.leavingOut(earlier.broken).catalogue)
    if global.form.json {
      Terminal.printJSON([
        "from": earlier.point, "to": later.point, "added": difference.added.map(\.gift),
        "removed": difference.removed.map(\.gift),
        "changed": difference.changed.map { change -> JSONObject in
          ["id": change.after.gift, "what": change.phrases]
        },
      ])
    } else if difference.isEmpty {
      Terminal.say("No difference between \(earlier.instant) and \(later.instant).")
    } else {
      lines(difference).forEach(Terminal.print)
    }
  }

  private func printLastChange() async throws {
    let last = try await Tool().withStore(global) { store in
      let listed = try await store.changes(of: nil, before: nil, limit: 1)
      guard let change = listed.first?.record else { return LastChange?.none }
      let after = try await store.viewWithWarnings(at: .change(change.number))
      return LastChange(
        change, before: try await before(change.number, at: after.instant, store), after: after)
    }
    if global.form.json {
      Terminal.printJSON(["lastChange": last?.document as any Encodable])
    } else if let last {
      last.lines.forEach(Terminal.print)
    } else {
      Terminal.say("There is no change yet.")
    }
  }

  /// The catalogue without a change, at the instant of the change: turns that passed before it are
  /// none of its doing.
  private func before(
    _ change: ChangeNumber, at instant: Timestamp, _ store: GiftStore
  ) async throws -> CatalogueView {
    let before = try await store.view(at: .change(change.previous))
    return before.change == .zero ? before : before.evaluated(at: instant)
  }

  private func lines(_ difference: CatalogueDifference) -> [String] {
    difference.added.map { "+ \($0.line)" } + difference.removed.map { "- \($0.line)" }
      + difference.changed.map { "~ \($0.after.gift)  \($0.phrases.joined(separator: "; "))" }
  }
}

extension CatalogueView {
  fileprivate var point: JSONObject { ["at": instant, "change": change] }
}

extension Catalogue.Item {
  fileprivate var line: String {
    "\(gift)  version \(version.number)  \(preferredName(definition))"
  }
}

extension CatalogueDifference.Change {
  /// What is different, as people say it.
  fileprivate var phrases: [String] {
    var phrases: [String] = []
    if before.version.number != after.version.number {
      phrases.append("version \(before.version.number) → \(after.version.number)")
    }
    phrases += definitionPhrases(from: before.definition, to: after.definition)
    if before.window.until != after.window.until {
      phrases.append("until \(after.window.until.map(\.rfc3339) ?? "open")")
    }
    return phrases
  }
}
