import GiftPublishing
import Lottie
import Pictures

/// A file of the command line, with its report.
struct CheckedFile: Sendable {
  let file: AnimationFile
  let report: CheckReport
  /// The commands that fix its findings.
  let fix: EditCommands

  /// Reads and checks a file; `options` are those of the check, for the command.
  ///
  /// Throws `CommandError.file` for what cannot be read.
  init(
    _ input: CheckInput, _ policy: CheckPolicy, _ options: [[String]], sizes: ShownSizes
  ) throws(CommandError) {
    if let problem = input.problem { throw .file(path: input.path, problem) }
    file = try AnimationFile(input.path, limit: policy.limits.json.maxBytes)
    report = AnimationCheck.report(file.bytes, policy, sizes: sizes)
    fix = EditFix(
      report: report, bytes: file.bytes, policy: policy, checkOptions: options
    ).commands(for: input.path)
  }

  private init(_ file: AnimationFile, _ report: CheckReport, fix: EditCommands) {
    (self.file, self.report, self.fix) = (file, report, fix)
  }

  /// The file with what drawing it shows.
  ///
  /// Throws `CommandError.drawing` if the machine cannot draw.
  func drawn(_ profile: Profile, _ tool: DrawingTool) async throws(CommandError) -> CheckedFile {
    do {
      let drawn = try await AnimationCheck.drawn(report, file.bytes, profile, tool)
      return CheckedFile(file, drawn, fix: fix)
    } catch {
      throw .drawing(file: file.name, error)
    }
  }
}
