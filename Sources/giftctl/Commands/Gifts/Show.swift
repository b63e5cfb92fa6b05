import ArgumentParser
import GiftDomain
import GiftPublishing
import GiftStore

/// `giftctl show ID`.
struct Show: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", _superCommandName: Giftctl.name,
    abstract: "Shows one gift: its definition, versions, plans and check findings.",
    discussion: """
      rose@2, or rose --version 2, shows only version 2. --picture draws the poster of that \
      version below, else of the live or the latest one, in the terminal's own protocol (kitty, \
      iTerm2, sixel) or in blocks of colour.
      """)

  @Argument(
    help: .init("The gift, such as rose, or a version of it.", valueName: "id[@n]"),
    completion: Completion.gifts)
  var id: String

  @Option(help: .init("Only this version.", valueName: "n"))
  var version: Int64?

  @Flag(help: "Draw the poster as well, on a terminal with colours.")
  var picture = false

  @OptionGroup var point: PointOptions
  @OptionGroup var global: GlobalOptions

  func run() async throws {
    guard !picture || !global.json else {
      throw CommandError.usage("Give --picture or --json, not both: a picture is for people.")
    }
    let (gift, wanted) = try subject()
    let tool = Tool()
    let (record, view, poster) = try await tool.reading(global) { store in
      guard let record = try await store.record(of: gift) else {
        throw CommandError.giftNotFound(gift)
      }
      let view = point.at == nil ? nil : try await point.view(store)
      let shown = picture ? try state(of: gift, record, view) : nil
      guard let version = shown?.pictured(wanted, at: view?.instant ?? record.now) else {
        return (record, view, StoredPoster?.none)
      }
      let poster = try await store.poster(of: version)
      return (record, view, poster)
    }
    // At another instant, the view has already warned of them.
    if view == nil { LeftOut.add(record.broken.map(BrokenPart.rotation)) }
    guard let state = try state(of: gift, record, view), state.definition != nil else {
      throw CommandError.giftNotFound(gift)
    }
    let instant = view?.instant ?? record.now
    let unseen = state.unseen(in: view?.groups ?? record.groups, at: instant)
    let last = record.history.changes.last { $0 <= view?.change ?? record.last }
    let decoded = record.findings.mapValues(FindingsText.decode)
    if let wanted, state.version(wanted) == nil {
      throw StoreError.rejected(
        .versionNotFound(gift, wanted, latest: state.definition?.latestVersion))
    }
    if global.json {
      Terminal.printJSON([
        "gift": state.document(at: instant),
        "findings": Dictionary(
          uniqueKeysWithValues: decoded.filter { wanted == nil || $0.key == wanted }
            .map { ($0.key.description, $0.value) }),
        "lastChange": last, "now": instant, "unseen": unseen?.code,
      ])
    } else {
      let lines =
        wanted.map { self.lines(of: $0, state, at: instant, decoded) }
        ?? self.lines(state, unseen, last, at: instant, decoded)
      await Terminal.page(text: lines)
      // Below a text of any length: a pager takes no pictures.
      if let poster { Terminal.show(poster, tool.environment) }
    }
  }

  /// The gift, and the one version asked for, if any.
  private func subject() throws -> (GiftID, VersionNumber?) {
    let named = try VersionArgument(id)
    guard named.number == nil || version == nil else {
      throw CommandError.usage("Name one version, as in rose@2.")
    }
    return (named.gift, try named.number ?? version.map(VersionNumber.init))
  }

  /// The gift as it is now, or was in the view.
  private func state(
    of gift: GiftID, _ record: GiftRecord, _ view: CatalogueView?
  ) throws -> GiftState? {
    guard let view else { return try record.current() }
    return view.states.first { $0.gift == gift }
  }

  private func lines(
    of number: VersionNumber, _ state: GiftState, at instant: Timestamp,
    _ findings: [VersionNumber: [FindingDocument]]
  ) -> [String] {
    let planned = state.shown.entries
      .filter { $0.version == number && $0.window.until.map { $0 > instant } ?? true }
      .map { line($0.window, $0.window.sentence, instant) }
    return ["\(state.gift): version \(number) of \(preferredName(state.definition))"]
      + state.versions.filter { $0.number == number }
      .flatMap { lines(of: $0, state, findings) }
      + (planned.isEmpty ? ["shown: not planned"] : ["shown"] + planned)
  }

  private func lines(
    _ state: GiftState, _ unseen: Unseen?, _ last: ChangeNumber?, at instant: Timestamp,
    _ findings: [VersionNumber: [FindingDocument]]
  ) -> [String] {
    var lines: [String] = []
    if let definition = state.definition {
      lines.append("\(state.gift): \(preferredName(definition))")
      lines.append("  status     \(statusText(state.status(at: instant)))")
      if let unseen { lines.append("             \(unseen.sentence)") }
      lines.append("  price      \(priceText(state, at: instant))")
      lines.append("  category   \(definition.category.text)")
      lines.append("  places     \(placeText(definition))")
      if !definition.audience.isEverybody {
        lines.append("  for        \(definition.audience.phrase)")
      }
      lines.append("  tags       \(tagText(definition))")
      lines.append("  streak     \(definition.isStreakable ? "yes" : "no")")
      if let note = definition.note { lines.append("  note       \(note.text)") }
      for (locale, name) in definition.names.byLocale.sorted(by: { $0.key < $1.key }) {
        let isOne = definition.names.byLocale.count == 1
        let mark = locale == definition.names.fallback && !isOne ? " (fallback)" : ""
        lines.append("  name \(locale.text.padded(to: 5)) \(name.text)\(mark)")
      }
    }
    lines += plans(state, at: instant) + versions(state, findings)
    if let last { lines.append("last change \(last)") }
    return lines
  }

  /// The price; in a window with another one, both.
  private func priceText(_ state: GiftState, at instant: Timestamp) -> String {
    let (usual, now) = (state.definition?.price, state.definition(at: instant)?.price)
    return (now?.phrase ?? "–") + (now == usual ? "" : " (usually \(usual?.phrase ?? "none"))")
  }

  private func plans(_ state: GiftState, at now: Timestamp) -> [String] {
    let schedule = state.schedule
    let layers: [(String, [String])] = [
      ("windows", schedule.windows.map { line($0.window, $0.sentence, now) }),
      ("turns", state.rotation.entries.map { line($0.window, $0.sentence, now) }),
      (
        "standing",
        schedule.standing.map { step in
          "  \(step == schedule.step(at: now) ? "▶" : " ") \(step.sentence)"
        }
      ),
    ].filter { !$0.1.isEmpty }
    return layers.isEmpty ? ["plans: none"] : layers.flatMap { [$0.0] + $0.1 }
  }

  private func line(_ window: Window, _ sentence: String, _ now: Timestamp) -> String {
    "  \(window.contains(now) ? "▶" : " ") \(sentence)"
  }

  private func versions(
    _ state: GiftState, _ findings: [VersionNumber: [FindingDocument]]
  ) -> [String] {
    guard !state.versions.isEmpty else { return ["versions: none"] }
    return ["versions"] + state.versions.flatMap { lines(of: $0, state, findings) }
  }

  private func lines(
    of version: AnimationVersion, _ state: GiftState,
    _ findings: [VersionNumber: [FindingDocument]]
  ) -> [String] {
    let isLatest = version.number == state.definition?.latestVersion
    let isWithdrawn = state.withdrawn.contains(version.number)
    return [
      "  \(version.number)\(isLatest ? " (latest)" : "")\(isWithdrawn ? " (withdrawn)" : "")  "
        + version.measures,
      "     sha256 \(version.asset.hex)",
    ]
      + (version.playback.phrase.map { ["     \($0)"] } ?? [])
      + (version.missingPictures.map { ["     \($0)"] } ?? [])
      + (findings[version.number] ?? []).map {
        // Findings may come from an archive written by hand.
        shown(
          "     \($0.severity) \($0.code) at \($0.line):\($0.column)"
            + "\($0.pointer.isEmpty ? "" : " " + $0.pointer): \($0.message)")
      }
  }
}
