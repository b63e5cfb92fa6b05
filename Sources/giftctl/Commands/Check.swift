import ArgumentParser
import GiftPublishing
import Lottie

/// `giftctl check FILE…`
struct Check: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Says what is wrong with animations, without a database.",
    discussion: "Exit 0 if all are accepted, 4 if any is refused.")

  @Argument(help: ArgumentHelp("The animations to check.", valueName: "file"))
  var files: [String]

  @OptionGroup var limits: CheckOptions
  @OptionGroup var form: FormOptions

  func run() async throws {
    let tool = Tool()
    let limits = try limits.limits()
    let printer = CheckPrinter(hasColour: Terminal.hasColour(tool.environment))
    let progress = ProgressBar(tool.environment)
    var checked: [CheckDocument.File] = []
    var isRefused = false
    var problem: CommandError?
    for (index, file) in files.enumerated() {
      progress.show("checked", index, of: files.count)
      let report: CheckReport
      do {
        report = Lottie.check(try InputFile.bytes(file, limit: limits.maxBytes), limits: limits)
        isRefused = isRefused || report.verdict == .refused
      } catch {
        problem = problem ?? error
        report = CheckReport(unreadable: error)
      }
      progress.clear()
      checked.append(CheckDocument.File(file, report))
      if !form.json { printer.lines(shown(file), report).forEach(Terminal.print) }
    }
    if form.json { Terminal.printJSON(CheckDocument(files: checked)) }
    if isRefused { throw CommandError.checkRefused }
    if let problem { throw form.json ? CommandError.checkRefused : problem }
  }

  /// A file's name on one line, as it is unless it would play tricks.
  private func shown(_ file: String) -> String {
    let name = quoted(file)
    return name.dropFirst().dropLast() == file ? file : name
  }
}

extension CheckReport {
  /// The report on a file whose bytes cannot be had.
  init(unreadable error: CommandError) {
    let explanation = error.explanation
    let finding = Finding(
      code: "file.\(explanation.code)", severity: .error, pointer: "", line: 1, column: 1,
      message: explanation.sentence)
    self.init(verdict: .refused, findings: [finding], summary: nil)
  }
}
