import ArgumentParser
import GiftPublishing
import Lottie

/// `giftctl check FILE…`.
struct Check: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Says what is wrong with animations, without a database.",
    discussion: """
      Exit 0 if all are accepted; else 4 if any is refused or too large, else 2 if any is \
      missing, else 1, for what cannot be read.
      """)

  @Argument(help: ArgumentHelp("The animations to check.", valueName: "file"))
  var files: [String]

  @OptionGroup var check: CheckOptions
  @OptionGroup var form: FormOptions

  func run() async throws {
    let tool = Tool()
    let policy = try check.policy()
    let printer = CheckPrinter(hasColour: Terminal.hasColour(tool.environment))
    let progress = ProgressBar(tool.environment)
    var checked: [CheckDocument.File] = []
    var failures: Set<ExitStatus> = []
    for (index, file) in files.enumerated() {
      progress.show("checked", index, of: files.count)
      let report: CheckReport
      do {
        report = Lottie.check(try InputFile.bytes(file, limit: policy.limits.maxBytes), policy)
        if report.verdict == .refused { failures.insert(.refused) }
      } catch {
        failures.insert(error.explanation.status)
        report = CheckReport(unreadable: error)
      }
      progress.clear()
      checked.append(CheckDocument.File(file, report))
      if !form.json { printer.lines(file, report).forEach(Terminal.print) }
    }
    if form.json { Terminal.printJSON(CheckDocument(files: checked)) }
    // The report is the answer, in text and in JSON; what is left is the exit code.
    let gravest = [ExitStatus.refused, .notFound].first(where: failures.contains)
    guard failures.isEmpty else { throw CommandError.reported(gravest ?? .failure) }
  }
}

extension CheckReport {
  /// The report on a file whose bytes cannot be had.
  init(unreadable error: CommandError) {
    let finding = Finding(
      code: error.findingCode, severity: .error, pointer: "", line: 1, column: 1, extent: 0..<0,
      message: error.explanation.sentence)
    self.init(verdict: .refused, findings: [finding], summary: nil)
  }
}

extension CommandError {
  /// The code of the finding that a file cannot be had.
  fileprivate var findingCode: String {
    guard case .file(_, let problem) = self else { return "file.unreadable" }
    return switch problem {
    case .missing: "file.missing"
    case .notAFile: "file.no-file"
    case .tooLarge: "file.too-large"
    case .notAFolder, .notEmpty, .nothingToImport, .brokenStream, .streamTooLarge, .system:
      "file.unreadable"
    }
  }
}
