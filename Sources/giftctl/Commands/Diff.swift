import ArgumentParser
import GiftDomain
import GiftStore

/// `giftctl diff`.
struct Diff: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", _superCommandName: Giftctl.name,
    abstract: "Shows what the last change did, or how the catalogue differs over time.",
    discussion: """
      Without options: what the last change did, to plans and drafts too. With --from or --to: \
      which gifts are live at only one of two moments, and how those live at both differ; with \
      --plans as well, how all gifts and rotations differ, live or not. A moment is a time (now, \
      +3w, 2026-12-01T10:00:00Z or "2026-12-01 10:00") or the number of a change. With two \
      versions, such as rose@1 rose@2: how their animations differ, with --pictures in a picture \
      as well.
      """)

  @Argument(help: .init("Two stored versions.", valueName: "id@version"))
  var versions: [String] = []

  @Option(point: "The earlier moment. [default: the change before that of --to]")
  var from: PointArgument?

  @Option(point: "The later moment. [default: now]")
  var to: PointArgument?

  @Flag(help: "Compare definitions, plans and rotations instead of what is live.")
  var plans = false

  @OptionGroup var eyes: ClientOptions
  @OptionGroup var sheet: SheetOptions
  @OptionGroup var drawer: DrawerOptions
  @OptionGroup var zone: ZoneOptions
  @OptionGroup var global: GlobalOptions

  func run() async throws {
    guard versions.isEmpty else { return try await compareVersions() }
    guard sheet.pictures == nil, drawer.drawWith == nil else {
      throw CommandError.usage("--pictures and --draw-with need two versions, as in rose@1 rose@2.")
    }
    let client = try eyes.client()
    guard client == nil || (from != nil || to != nil) && !plans else {
      throw CommandError.usage(
        "--as-seen-by compares what is live: give --from or --to, and not --plans.")
    }
    guard from != nil || to != nil else { return try await printLastChange() }
    let (earlier, later) = try await Tool().reading(global) { store in
      var clock = CommandClock(store, zone: zone.tz)
      let laterMoment = if let to { try await clock.moment(to) } else { Moment.now }
      let later = try await store.view(at: laterMoment)
      let earlierMoment =
        if let from { try await clock.moment(from) } else { Moment.change(later.change.previous) }
      let earlier = try await store.view(at: earlierMoment)
      return (earlier, later)
    }
    LeftOut.add(Set(earlier.broken + later.broken).sorted())
    let ends: JSONObject = ["from": earlier.point, "to": later.point]
    if plans {
      let difference = PlanDifference(from: earlier, to: later)
      await report(ends + difference.document, difference.lines, earlier, later)
    } else {
      let difference = CatalogueDifference(
        from: earlier.leavingOut(later.broken).seen(by: client).catalogue,
        to: later.leavingOut(earlier.broken).seen(by: client).catalogue)
      await report(ends + difference.document, lines(difference), earlier, later)
    }
  }

  private func report(
    _ document: JSONObject, _ lines: [String], _ earlier: CatalogueView, _ later: CatalogueView
  ) async {
    if global.json {
      Terminal.printJSON(document)
    } else if lines.isEmpty {
      Terminal.explain("No difference between \(earlier.instant) and \(later.instant).")
    } else {
      await Terminal.page(text: lines)
    }
  }

  private func compareVersions() async throws {
    guard from == nil, to == nil, eyes.asSeenBy == nil else {
      throw CommandError.usage("--from, --to and --as-seen-by cannot be used with versions.")
    }
    guard sheet.pictures != nil || drawer.drawWith == nil else {
      throw CommandError.usage("--draw-with needs --pictures.")
    }
    let target = try sheet.target()
    let diff = try VersionDiff(versions)
    let (before, after) = try await Tool().reading(global) { try await diff.sides($0) }
    let comparison = AnimationComparison(
      before: before, after: after,
      pictures: try await ComparedPictures(before, after, to: target, with: drawer.tool))
    comparison.print(asJSON: global.json)
  }

  private func printLastChange() async throws {
    let last = try await Tool().reading(global) { store in
      let listed = try await store.changes(of: nil, before: nil, limit: 1)
      guard let change = listed.first?.record else {
        return (ChangeRecord, PlanDifference)?.none
      }
      let after = try await store.viewWithWarnings(at: .change(change.number))
      let before = try await store.view(at: .change(change.number.previous))
      return (change, PlanDifference(from: before, to: after))
    }
    if global.json {
      Terminal.printJSON([
        "lastChange": last.map { $0.0.document + $0.1.document } as any Encodable
      ])
    } else if let (change, difference) = last {
      let head =
        "change \(change.number): \(change.verb.rawValue) by \(change.actor.text) at \(change.at)"
        + (change.reason.map { ": \($0)" } ?? "")
      await Terminal.page(text: [head] + difference.lines)
    } else {
      Terminal.explain("There are no changes yet.")
    }
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

extension CatalogueDifference {
  fileprivate var document: JSONObject {
    [
      "added": added.map(\.gift), "removed": removed.map(\.gift),
      "changed": changed.map { change -> JSONObject in
        ["id": change.after.gift, "what": change.phrases]
      },
    ]
  }
}

extension CatalogueDifference.Change {
  /// The differences as phrases.
  fileprivate var phrases: [String] {
    var phrases: [String] = []
    if before.version.number != after.version.number {
      phrases.append("version \(before.version.number) → \(after.version.number)")
    }
    phrases += definitionPhrases(from: before.definition, to: after.definition)
    if before.window.until != after.window.until {
      phrases.append("until \(after.window.until.map(\.written) ?? "open")")
    }
    return phrases
  }
}
