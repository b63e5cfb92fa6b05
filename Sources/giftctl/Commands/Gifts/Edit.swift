import ArgumentParser
import GiftPublishing
import Lottie

/// `giftctl edit FILE… -o OUT`.
struct Edit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", _superCommandName: Giftctl.name,
    abstract: "Changes animations by splicing their bytes, without a database.",
    discussion: """
      FILE may be a .lottie or a .tgs; OUT is JSON. What no option touches stays as it is, byte \
      for byte: nothing is encoded anew or reordered. \
      The options are carried out in the order in which they are listed here, so that pointers \
      are those of FILE.

      The result is checked, and written also if the check refuses it, so that a file can be \
      mended step by step; then the exit code is 4. If a change cannot be made, that file's OUT is \
      not written: exit 2 if the file, a layer or an image does not exist, 4 if the file is no \
      animation or too large, else 1. Nothing to change is exit 0, and OUT is written all the same.
      """)

  @Argument(
    help: .init("The animations to change; one may be - for standard input.", valueName: "file"),
    completion: Completion.animations)
  var files: [String]

  @Option(
    name: .shortAndLong,
    help: .init(
      "A file, which may be FILE itself, a folder, or - for standard output.", valueName: "out"),
    completion: Completion.animations)
  var output: String

  @Option(
    help: .init(
      "Take out the layer of that name, or at a JSON pointer such as /layers/3, with its matte if "
        + "nothing else needs that. Can be repeated.", valueName: "name"))
  var dropLayer: [String] = []

  @Flag(help: "Take out all expressions.")
  var stripExpressions = false

  @Option(
    help: .init(
      "Write the images that the animation names into it, from this folder: at the path that it "
        + "names, else under the last part of that.", valueName: "dir"), completion: .directory)
  var embedImages: String?

  @Option(help: .init("Set the animation's own name.", valueName: "text"))
  var rename: String?

  @Flag(help: "Take out the white space between tokens.")
  var minify = false

  @OptionGroup var form: FormOptions
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
      progress.show("edited", index, of: files.count)
      var name = AnimationFile.name(of: file)
      let work: EditAnswer.Work
      do {
        let animation = try AnimationFile(file, limit: policy.limits.maxBytes)
        name = animation.name
        work = try edit(animation.bytes, to: target.path(for: file), folder, policy, target)
      } catch {
        work = .failed((CommandError(error) ?? .unforeseen(error)).userMessage)
      }
      let answer = EditAnswer(file: name, work: work)
      progress.clear()
      answers.append(answer)
      if !form.json { tell(answer, printer) }
    }
    if form.json { Terminal.printJSON(["files": answers.map(\.document)]) }
    // What is wrong has been said, in text or in JSON; what is left is the exit code.
    let failures = Set(answers.map(\.status)).subtracting([.done])
    let gravest = [ExitStatus.refused, .notFound].first(where: failures.contains)
    guard failures.isEmpty else { throw CommandError.reported(gravest ?? .failure) }
  }

  private func refuseWhatDoesNotGoTogether() throws(CommandError) {
    let isNothing = dropLayer.isEmpty && !stripExpressions && embedImages == nil && rename == nil
    guard !isNothing || minify else {
      throw .usage(
        "Name a change: --drop-layer, --strip-expressions, --embed-images, --rename or --minify.")
    }
    if let rename, rename.utf8.count > AnimationEdit.longestName {
      throw .usage("--rename takes at most \(AnimationEdit.longestName) bytes.")
    }
    guard rename == nil || files.count == 1 else {
      throw .usage("--rename takes one file: two animations of one name help nobody.")
    }
    guard output != "-" || !form.json else {
      throw .usage("With -o - the animation is on standard output, and --json has no place there.")
    }
  }

  /// Changes, checks and writes one animation.
  private func edit(
    _ bytes: [UInt8], to path: String, _ images: ImageFolder?, _ policy: CheckPolicy,
    _ target: EditTarget
  ) throws -> EditAnswer.Work {
    let edited: EditedAnimation
    do {
      let limits = policy.limits.json
      edited = try Lottie.edit(bytes, try edits(of: bytes, images, limits), limits: limits)
    } catch EditError.unreadable, EditError.noAnimation {
      // The check says it better, with the place.
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
    if stripExpressions { edits.append(.stripExpressions) }
    if let folder {
      let images = try Lottie.externalImages(in: bytes, limits: limits)
      edits.append(.embedImages(try folder.files(of: images, maxBytes: limits.maxBytes)))
    }
    if let rename { edits.append(.rename(rename)) }
    if minify { edits.append(.minify) }
    return edits
  }

  /// For people: on standard error if the animation is on standard output.
  private func tell(_ answer: EditAnswer, _ printer: CheckPrinter) {
    if let failure = answer.failure {
      Terminal.explain("giftctl: \(shown(answer.file)): \(failure.sentence)")
      for line in failure.details { Terminal.explain("  \(line)") }
    }
    let say = output == "-" ? Terminal.say : Terminal.print
    answer.lines(printer).forEach(say)
  }
}
