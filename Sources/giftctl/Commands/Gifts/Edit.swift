import ArgumentParser
import GiftPublishing
import Lottie

/// `giftctl edit FILE… -o OUT`.
struct Edit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", _superCommandName: Giftctl.name,
    abstract: "Edits animation files and leaves all other bytes alone; needs no database.",
    discussion: """
      FILE may be a .tgs or a .lottie, FILE.lottie#ID one of its animations; OUT is JSON. Bytes \
      that no option touches stay as they were: nothing is re-encoded, and only --repair moves \
      members. Options run in the order listed here, and JSON \
      pointers refer to FILE as it was.

      The result is checked, and written even if the check refuses it (exit 4), so that a file can \
      be fixed step by step. If a change cannot be made, that file's OUT is not written: exit 2 if \
      the file, a layer or an image does not exist, 4 if the file is not an animation or is too \
      large, else 1. If there is nothing to change, OUT is still written: exit 0.
      """)

  @Argument(
    help: .init("The animations to change; one may be - for standard input.", valueName: "file"),
    completion: Completion.animations)
  var files: [String]

  @Option(
    name: .shortAndLong,
    help: .init(
      "Where to write: a file (FILE itself is allowed), a folder, or - for standard output.",
      valueName: "out"),
    completion: Completion.animations)
  var output: String

  @Option(
    help: .init(
      "Remove the layer with this name or JSON pointer, such as /layers/3, and its matte if "
        + "nothing else uses it. Can be repeated.", valueName: "name"))
  var dropLayer: [String] = []

  @Flag(
    help: .init(
      "Turn expressions that only loop keyframes (loopOut, loopIn), or whose value is known "
        + "(constants, links to constants, time × a number), into keyframes or values, as "
        + "lottie-web draws them."))
  var bakeLoops = false

  @Flag(help: "Remove all expressions that remain. This may change how it looks.")
  var stripExpressions = false

  @Flag(
    help: .init(
      "Add what After Effects writes and some players need, such as start times and easing, and "
        + "write anew what some do not read; players that did without draw the same."))
  var repair = false

  @Option(
    help: .init(
      "Embed the images that the animation refers to, from this folder: by their path, else by "
        + "their file name.", valueName: "dir"), completion: .directory)
  var embedImages: String?

  @Option(help: .init("Set the animation's own name.", valueName: "text"))
  var rename: String?

  @Flag(help: "Remove white space between tokens.")
  var minify = false

  @Flag(help: .json) var json = false
  @OptionGroup var check: CheckOptions

  func run() async throws {
    let tool = Tool()
    let policy = try check.policy(tool.environment)
    try refuseWhatDoesNotGoTogether()
    let target = try EditTarget(output, files: files)
    let folder = try embedImages.map(ImageFolder.init)
    let progress = ProgressBar(tool.environment)
    let printer = CheckPrinter(
      hasColour: Terminal.hasColour(tool.environment), columns: Terminal.columns)
    Interruption.current.says("What was written before stays.")
    var answers: [EditAnswer] = []
    for (index, file) in files.enumerated() {
      if files.count > 1 { progress.show("edited", index, of: files.count) }
      var name = AnimationFile.name(of: file)
      let work: EditAnswer.Work
      do {
        let animation = try AnimationFile(file, limit: policy.limits.json.maxBytes)
        name = animation.name
        work = try edit(animation.bytes, to: target.path(for: file), folder, policy, target)
      } catch {
        work = .failed((CommandError(error) ?? .unforeseen(error)).userMessage)
      }
      let answer = EditAnswer(file: name, work: work)
      progress.clear()
      answers.append(answer)
      if !json { tell(answer, printer) }
    }
    if json { Terminal.printJSON(["files": answers.map(\.document)]) }
    // Errors have been reported, as text or as JSON; only the exit code is left.
    let failures = Set(answers.map(\.status)).subtracting([.done])
    let gravest = [ExitStatus.refused, .notFound, .usage].first(where: failures.contains)
    guard failures.isEmpty else { throw CommandError.reported(gravest ?? .failure) }
  }

  private func refuseWhatDoesNotGoTogether() throws(CommandError) {
    let isNothing =
      dropLayer.isEmpty && !bakeLoops && !stripExpressions && !repair
      && embedImages == nil && rename == nil
    guard !isNothing || minify else {
      throw .usage(
        "Say what to change: --drop-layer, --bake-loops, --strip-expressions, --repair, "
          + "--embed-images, --rename or --minify.")
    }
    if let rename, rename.utf8.count > AnimationEdit.longestName {
      throw .usage("--rename takes at most \(AnimationEdit.longestName) bytes.")
    }
    guard rename == nil || files.count == 1 else {
      throw .usage("--rename takes one file: each animation needs its own name.")
    }
    guard output != "-" || !json else {
      throw .usage("Give -o - or --json, not both: each writes to standard output.")
    }
  }

  /// Changes, checks and writes one animation.
  private func edit(
    _ bytes: [UInt8], to path: String, _ images: ImageFolder?, _ policy: CheckPolicy,
    _ target: EditTarget
  ) throws -> EditAnswer.Work {
    let edited: EditedAnimation
    do {
      let limits = policy.limits.editing(bytes.count)
      edited = try Lottie.edit(bytes, try edits(of: bytes, images, limits), limits: limits)
    } catch EditError.unreadable, EditError.noAnimation {
      // The check reports it better, with line and column.
      return .noAnimation(bytes, AnimationCheck.report(bytes, policy))
    }
    try target.write(edited.bytes, to: path)
    return .written(
      path, bytesBefore: bytes.count, edited, AnimationCheck.report(edited.bytes, policy))
  }

  /// The changes in the order of the help: pointers are those of the file as it was.
  private func edits(
    of bytes: [UInt8], _ folder: ImageFolder?, _ limits: JSONLimits
  ) throws -> [AnimationEdit] {
    var edits: [AnimationEdit] = []
    if !dropLayer.isEmpty { edits.append(.dropLayers(dropLayer)) }
    if bakeLoops { edits.append(.bakeLoops) }
    if stripExpressions { edits.append(.stripExpressions) }
    if repair { edits.append(.repair) }
    if let folder {
      let images = try Lottie.externalImages(in: bytes, limits: limits)
      edits.append(.embedImages(try folder.files(of: images, maxBytes: limits.maxBytes)))
    }
    if let rename { edits.append(.rename(rename)) }
    if minify { edits.append(.minify) }
    return edits
  }

  /// Prints the result as text: on standard error if the animation is on standard output.
  private func tell(_ answer: EditAnswer, _ printer: CheckPrinter) {
    if let failure = answer.failure {
      Terminal.explain("giftctl: \(shown(answer.file)): \(failure.sentence)")
      for line in failure.details { Terminal.explain("  \(line)") }
    }
    let say = output == "-" ? Terminal.say : Terminal.print
    answer.lines(printer).forEach(say)
  }
}
