import GiftDomain
import GiftPublishing
import Lottie

/// One run of the check over several animations: prints each report as it comes, and counts.
struct CheckRun {
  private let printer: CheckPrinter
  private let isJSON: Bool
  private let progress: ProgressBar
  private var documents: [JSONObject] = []
  private var failures: Set<ExitStatus> = []
  private var tally = SeverityTally()
  private var done = 0
  private var refused: [String] = []
  /// The most names of refused files that are listed at the end.
  private static let listed = 20
  private var hasPrinted = false
  /// Lines for the pager; where there is none, each is printed as it comes.
  private var paged: [String] = []
  private let isPaged = Terminal.canPage
  /// Whether the last animation took more than its one line.
  private var needsBlank = false

  init(_ printer: CheckPrinter, asJSON isJSON: Bool, _ tool: Tool) {
    self.printer = printer
    self.isJSON = isJSON
    progress = ProgressBar(tool.environment)
  }

  /// Draws the progress bar.
  func showProgress(of total: Int) { progress.show("checked", done, of: total) }

  /// Takes a report; `fix` has the commands that fix its findings.
  mutating func take(
    _ name: String, version: StandingVersion? = nil, _ report: CheckReport, of bytes: [UInt8],
    fix: EditCommands = .none
  ) {
    if report.verdict == .refused { failures.insert(.refused) }
    add(name, version, report, bytes, fix)
  }

  /// Takes an animation whose bytes cannot be read, or that was not drawn.
  mutating func take(
    _ name: String, version: StandingVersion? = nil, unusable error: CommandError
  ) {
    failures.insert(error.userMessage.status)
    add(name, version, CheckReport(unusable: error), [])
  }

  private mutating func add(
    _ name: String, _ version: StandingVersion?, _ report: CheckReport, _ bytes: [UInt8],
    _ fix: EditCommands = .none
  ) {
    done += 1
    if report.verdict == .refused { refused.append(name) }
    tally += SeverityTally(report)
    if isJSON {
      documents.append(report.document(name, version: version, fix: fix))
    } else if report.verdict == .refused || !printer.showsErrorsOnly {
      progress.clear()
      let lines = printer.lines(name, report, of: bytes, fix: fix)
      if needsBlank || lines.count > 1, hasPrinted { say([""]) }
      hasPrinted = true
      say(lines)
      needsBlank = lines.count > 1
    }
  }

  private mutating func say(_ lines: [String]) {
    if isPaged { paged += lines } else { lines.forEach(Terminal.print) }
  }

  /// Prints the totals; `noun` names the things checked.
  ///
  /// Throws `CommandError.reported` unless all are accepted.
  mutating func end(_ noun: String) async throws(CommandError) {
    progress.clear()
    if isJSON {
      Terminal.printJSON(["files": documents])
    } else if done != 1, !printer.showsErrorsOnly || !refused.isEmpty {
      if needsBlank { say([""]) }
      if !refused.isEmpty {
        let names = refused.map { shown($0) }.cut(to: Self.listed).joined(separator: ", ")
        say("refused: \(names)".wrapped(to: printer.columns))
      }
      say([
        "\(counted(done, noun)): \(grouped(done - refused.count)) accepted, "
          + "\(grouped(refused.count)) refused" + (tally.isEmpty ? "" : "; \(tally.text)")
      ])
    }
    await Terminal.page(paged)
    // The report is the output, as text and as JSON; only the exit code is left.
    let gravest = [ExitStatus.refused, .notFound, .usage].first(where: failures.contains)
    guard failures.isEmpty else { throw CommandError.reported(gravest ?? .failure) }
  }
}

extension CheckReport {
  /// The report on a file whose bytes cannot be read, or that was not drawn.
  fileprivate init(unusable error: CommandError) {
    let finding = Finding(
      code: error.findingCode, severity: .error, pointer: "", line: 1, column: 1, extent: 0..<0,
      message: error.userMessage.sentence)
    self.init(verdict: .refused, findings: [finding], summary: nil)
  }
}

extension CommandError {
  /// The code of the finding that a file cannot be read, or was not drawn.
  fileprivate var findingCode: String {
    if case .drawing = self { return FileCode.notDrawn.rawValue }
    guard case .file(_, let problem) = self else { return FileCode.unreadable.rawValue }
    let code: FileCode =
      switch problem {
      case .missing: .missing
      case .notAFile: .notAFile
      case .tooLarge: .tooLarge
      case .noAnimations: .none
      case .packed: .packed
      case .notAFolder, .notEmpty, .nothingToImport, .brokenStream, .streamTooLong, .system,
        .planted, .outside,
        .tooDeep, .tooManyFiles, .tooManyEntries:
        .unreadable
      }
    return code.rawValue
  }
}
