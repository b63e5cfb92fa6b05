import ArgumentParser
import GiftDomain
import GiftStore

/// `giftctl diff`.
struct Diff: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows how the live catalogue differs between two moments.",
    discussion: """
      A moment is a time (now, +3w, 2026-12-01T10:00:00Z, or a local time with --tz) or the \
      number of a change. Without options: what the last change did.
      """)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The earlier moment. [default: before the last change]", valueName: "time|change"))
  var from: PointArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The later moment. [default: now]", valueName: "time|change"))
  var to: PointArgument?

  @OptionGroup var zone: ZoneOptions
  @OptionGroup var global: GlobalOptions

  func run() async throws {
    let (earlier, later) = try await Tool().withStore(global) { store throws(CommandError) in
      let laterMoment = try await to?.moment(zone: zone.tz, store: store) ?? .now
      let later = try await stored { () throws(StoreError) in try await store.view(at: laterMoment)
      }
      let earlierMoment =
        try await from?.moment(zone: zone.tz, store: store) ?? .change(later.change.previous)
      let earlier = try await stored { () throws(StoreError) in
        try await store.view(at: earlierMoment)
      }
      return (earlier, later)
    }
    let difference = CatalogueDifference(from: earlier.catalogue, to: later.catalogue)
    if global.form.json {
      Terminal.printJSON(Document(earlier, later, difference))
    } else if difference.isEmpty {
      Terminal.say("No difference between \(earlier.instant) and \(later.instant).")
    } else {
      lines(difference).forEach(Terminal.print)
    }
  }

  private func lines(_ difference: CatalogueDifference) -> [String] {
    difference.added.map {
      "+ \($0.gift)  version \($0.version.number)  "
        + preferredName($0.definition)
    }
      + difference.removed.map {
        "- \($0.gift)  version \($0.version.number)  "
          + preferredName($0.definition)
      }
      + difference.changed.map { "~ \($0.after.gift)  \($0.phrases.joined(separator: "; "))" }
  }

  private struct Document: Encodable {
    struct Point: Encodable {
      let at: String
      let change: Int64
    }

    struct Changed: Encodable {
      let id: String
      let what: [String]
    }

    let from: Point
    let to: Point
    let added: [String]
    let removed: [String]
    let changed: [Changed]

    init(_ earlier: CatalogueView, _ later: CatalogueView, _ difference: CatalogueDifference) {
      from = Point(at: earlier.instant.rfc3339, change: earlier.change.value)
      to = Point(at: later.instant.rfc3339, change: later.change.value)
      added = difference.added.map(\.gift.text)
      removed = difference.removed.map(\.gift.text)
      changed = difference.changed.map { Changed(id: $0.after.gift.text, what: $0.phrases) }
    }
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
