import ArgumentParser
import GiftDomain
import GiftPublishing
import GiftStore

/// `giftctl show ID`.
struct Show: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows one gift: its definition, versions, plans and what the check said.")

  @OptionGroup var target: GiftArgument
  @OptionGroup var global: GlobalOptions

  func run() async throws {
    let gift = try target.gift()
    let found = try await Tool().withStore(global) { store throws(CommandError) in
      try await stored { () throws(StoreError) in try await store.recordWithFindings(of: gift) }
    }
    guard let (record, findings) = found else { throw CommandError.giftNotFound(gift) }
    let state = try await stored { () throws(StoreError) in try record.current() }
    guard state.definition != nil else { throw CommandError.giftNotFound(gift) }
    let decoded = findings.mapValues(FindingsText.decode)
    if global.form.json {
      Terminal.printJSON(Document(state, record, decoded))
    } else {
      lines(state, record, decoded).forEach(Terminal.print)
    }
  }

  private func lines(
    _ state: GiftState, _ record: GiftRecord, _ findings: [VersionNumber: [FindingDocument]]
  ) -> [String] {
    var lines: [String] = []
    if let definition = state.definition {
      lines.append("\(state.gift): \(preferredName(definition))")
      lines.append("  status     \(statusText(state.status(at: record.now)))")
      lines.append("  price      \(counted(Int(definition.price.coins), "coin"))")
      lines.append("  category   \(definition.category.text), place \(definition.order.value)")
      lines.append("  tags       \(tagText(definition))")
      lines.append("  streak     \(definition.isStreakable ? "counts" : "does not count")")
      for (locale, name) in definition.names.sorted(by: { $0.key < $1.key }) {
        lines.append("  name \(padded(locale.text, 5)) \(name.text)")
      }
    }
    lines += plans(state, at: record.now) + versions(state, findings)
    if let change = record.history.changes.last { lines.append("last change \(change)") }
    return lines
  }

  private func plans(_ state: GiftState, at now: Timestamp) -> [String] {
    guard !state.base.entries.isEmpty else { return ["plans: none"] }
    return ["plans"]
      + state.base.entries.map { entry in
        "  \(entry.window.contains(now) ? "▶" : " ") \(entry.sentence)"
      }
  }

  private func versions(
    _ state: GiftState, _ findings: [VersionNumber: [FindingDocument]]
  ) -> [String] {
    guard !state.versions.isEmpty else { return ["versions: none"] }
    return ["versions"]
      + state.versions.flatMap { version -> [String] in
        let facts = version.facts
        let isLatest = version.number == state.definition?.latestVersion
        let head =
          "  \(version.number)\(isLatest ? " (latest)" : "")  \(facts.width)×\(facts.height), "
          + "\(short(facts.frameCount)) frames at \(short(facts.frameRateHz)) Hz, "
          + "\(seconds(ofMilliseconds: facts.durationMs)), "
          + "\(grouped(Int(version.byteCount))) bytes, sha256 \(version.asset.hex)"
        return [head]
          + (findings[version.number] ?? []).map {
            // Findings may have come with an archive that somebody wrote by hand.
            shown(
              "     \($0.severity) \($0.code) at \($0.line):\($0.column)"
                + "\($0.pointer.isEmpty ? "" : " " + $0.pointer): \($0.message)")
          }
      }
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private struct Document: Encodable {
    let gift: GiftDocument
    let findings: [String: [FindingDocument]]
    let lastChange: Int64?
    let now: String

    init(
      _ state: GiftState, _ record: GiftRecord, _ findings: [VersionNumber: [FindingDocument]]
    ) {
      gift = GiftDocument(state, at: record.now)
      self.findings = Dictionary(
        uniqueKeysWithValues: findings.map { ($0.key.description, $0.value) })
      lastChange = record.history.changes.last?.value
      now = record.now.rfc3339
    }
  }
}
