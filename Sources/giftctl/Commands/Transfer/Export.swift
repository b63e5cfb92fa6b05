import ArgumentParser
import GiftDomain
import GiftPublishing
import GiftStore

/// `giftctl export DIR|-`.
struct Export: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", _superCommandName: Giftctl.name,
    abstract: "Exports the whole catalogue with its history, or the live gifts, into a new folder.",
    discussion: """
      The folder appears only once it is complete and on disk. With - the same goes to standard \
      output, one JSON document per line. giftctl import reads both, and detects any damaged byte \
      of a history. --live names the plans that a manifest cannot hold, such as turns in rotations \
      and other versions: it leaves them out. With --live --at, end times may have passed since; \
      import refuses them until you remove them from manifest.json.
      """)

  @Argument(
    help: .init("A folder that does not exist yet, or - for standard output.", valueName: "dir|-"),
    completion: .directory)
  var target: String

  @Flag(help: "Export only what is live, now or --at a time, as animations and a manifest.json.")
  var live = false

  @OptionGroup var point: PointOptions
  @OptionGroup var global: GlobalOptions

  func run() async throws {
    guard live || point.isNow else {
      throw CommandError.usage(
        "--at and --tz need --live: an export of the whole history covers every instant.")
    }
    let tool = Tool()
    let progress = ProgressBar(tool.environment)
    let sink = try ExportSink(target, of: "export")
    Interruption.current.says(sink.discard())
    let counts: Counts
    do {
      counts = try await write(to: sink, progress, tool)
      progress.clear()
      try sink.finish()
    } catch {
      progress.clear()
      sink.discard()
      throw error
    }
    if !counts.omitted.isEmpty, !global.json {
      Terminal.say("left out, because a manifest cannot hold it:")
      for line in counts.omitted { Terminal.say("  \(line)") }
    }
    guard target != "-" else { return }
    if global.json {
      Terminal.printJSON([
        "animations": counts.animations, "pictures": counts.pictures, "omitted": counts.omitted,
      ])
    } else {
      let pictures = counts.pictures == 0 ? "" : ", \(counted(counts.pictures, "picture"))"
      Terminal.print("\(shown(target)): \(counted(counts.animations, "animation"))\(pictures)")
    }
  }

  private struct Counts {
    let animations: Int
    let pictures: Int
    /// The plans of live gifts that a manifest cannot say, for people.
    let omitted: [String]
  }

  /// Writes the rows, then one asset after the other; returns their numbers.
  private func write(
    to sink: ExportSink, _ progress: ProgressBar, _ tool: Tool
  ) async throws -> Counts {
    try await tool.reading(global) { store in
      let plan = try await live ? liveSet(store, sink) : history(store, sink, tool)
      var done = 0
      // As many as one call reads, which are in memory together.
      for start in stride(from: 0, to: plan.files.count, by: StoreLimits.assetsAtOnce) {
        let files = plan.files[start...].prefix(StoreLimits.assetsAtOnce)
        let stored = try await store.assets(Array(Set(files.map(\.asset))))
        let bodies = Dictionary(stored.map { ($0.digest, $0.bodies) }) { first, _ in first }
        for file in files {
          for (coding, name) in file.names {
            guard let bytes = bodies[file.asset]?[coding] else {
              throw StoreError.archiveBroken(.assetMissing(file.asset))
            }
            try sink.put(name, bytes, isFirst: false)
          }
          done += 1
          progress.show("exported", done, of: plan.files.count)
        }
      }
      return Counts(
        animations: plan.files.count - plan.pictureCount, pictures: plan.pictureCount,
        omitted: plan.omitted)
    }
  }

  /// What follows the rows.
  private struct Plan {
    let files: [(asset: SHA256Digest, names: [(ContentCoding, String)])]
    let pictureCount: Int
    let omitted: [String]
  }

  /// Writes all rows, once all are read, so that a slow output does not hold the database.
  private func history(
    _ store: GiftStore, _ sink: ExportSink, _ tool: Tool
  ) async throws -> Plan {
    let text = try sink.spool(orIn: tool.spoolFolder)
    let assets: [ArchivedAsset]
    do {
      assets = try await store.export { try text.append($0) }
    } catch {
      throw text.failure ?? error
    }
    try sink.put(ExportFile.archive, text)
    return Plan(
      files: assets.map { asset in
        let codings = [.identity] + asset.codings.map(\.coding)
        return (asset.digest, codings.map { ($0, ExportFile.name(of: asset, in: $0)) })
      }, pictureCount: assets.count(where: \.isPicture), omitted: [])
  }

  private func liveSet(_ store: GiftStore, _ sink: ExportSink) async throws -> Plan {
    let set = Publisher(store: store, drawing: nil).liveManifest(of: try await point.view(store))
    let text = try target == "-" ? set.manifest.line() : set.manifest.text()
    try sink.put(ExportFile.manifest, text, isFirst: true)
    return Plan(
      files: set.files.map { ($0.asset, [(.identity, $0.name)]) }, pictureCount: 0,
      omitted: set.omitted.map { "\($0.gift): \($0.plan.sentence)" })
  }
}

extension OmittedPlan {
  fileprivate var sentence: String {
    switch self {
    case .plan(let plan): plan.sentence
    case .terms(let terms, let until): "until \(until)\(terms.phrase)"
    case .turns: "turns in rotations"
    }
  }
}
