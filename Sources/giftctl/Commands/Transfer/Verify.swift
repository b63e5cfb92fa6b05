import ArgumentParser
import GiftDomain
import GiftPublishing
import GiftStore

/// `giftctl verify [ARCHIVE]`.
struct Verify: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", _superCommandName: Giftctl.name,
    abstract: "Proves that the catalogue, or an archive, is what was recorded.",
    discussion: """
      Recomputes the chain of changes from the rows, checks the laws that rows obey, the SHA-256 \
      of every animation and picture, and that compressed copies decode to it. Only reads, and \
      names the first change or row, and every animation, that is not what it was (exit 1).
      """)

  @Argument(
    help: .init(
      "An export with history: a folder, or - for standard input. [default: the database]",
      valueName: "archive|-"), completion: .directory)
  var archive: String?

  @OptionGroup var global: GlobalOptions

  func run() async throws {
    let tool = Tool()
    let progress = ProgressBar(tool.environment)
    let show: @Sendable (RestoreProgress) -> Void = { progress.showProven($0) }
    Interruption.current.says(Interruption.nothing)
    let verification: Verification
    if let archive {
      let input = try ImportSource(archive, spoolsTo: tool.spoolFolder)
      guard case .archive(let text) = input.index else {
        throw CommandError.usage(
          "\(quoted(archive)) has no history that could be proven: name an export of the whole "
            + "catalogue.")
      }
      verification = .verifying(
        text,
        files: { asset, coding in
          // Why a file cannot be read, its finding says.
          try? input.file(
            ExportFile.name(of: asset, in: coding), limit: ImportSource.maxFileBytes
          ).get()
        }, progress: show)
    } else {
      verification = try await tool.reading(global) { store in
        try await store.verify(progress: show)
      }
    }
    progress.clear()
    report(verification)
    guard verification.findings.isEmpty else { throw CommandError.reported(.failure) }
  }

  private func report(_ verification: Verification) {
    let findings = verification.findings.map(\.userMessage.sentence)
    guard !global.json else {
      return Terminal.printJSON([
        "changes": verification.changes, "assets": verification.assets, "findings": findings,
      ])
    }
    guard findings.isEmpty else {
      findings.forEach { Terminal.explain("giftctl: \($0)") }
      return
    }
    Terminal.print(
      "proven: \(counted(Int(verification.changes), "change")), the bytes of "
        + counted(Int(verification.assets), "asset"))
  }
}

extension ProgressBar {
  fileprivate func showProven(_ progress: RestoreProgress) {
    switch progress {
    case .assets(let done, let total):
      show("animations and pictures proven", Int(done), of: Int(total))
    case .changes(let done, let total): show("changes proven", Int(done), of: Int(total))
    }
  }
}
