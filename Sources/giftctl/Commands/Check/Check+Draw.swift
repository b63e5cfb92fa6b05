import GiftPublishing
import Lottie
import Pictures

extension Check {
  /// How many reports may wait for that of an earlier file, per processor.
  private static let waitingPerProcessor = 4

  /// Checks and draws files, `PictureDrawing.atOnce` at a time, and reports in their order.
  ///
  /// Throws `CommandError.drawing` if the machine can draw nothing; reports of files before are
  /// printed.
  func drawFiles(
    _ inputs: [CheckInput], _ policy: CheckPolicy, _ tool: DrawingTool, _ start: CheckRun
  ) async throws(CommandError) -> CheckRun {
    let width = drawing.drawer.drawing.atOnce
    let sizes = summary ? ShownSizes.all : .none
    let options = check.arguments
    let result = await withTaskGroup(of: (Int, CheckOutcome).self) { group in
      var run = start
      var waiting: [Int: CheckOutcome] = [:]
      var started = 0
      var finished = 0
      for taken in inputs.indices {
        run.showProgress(of: inputs.count)
        while waiting[taken] == nil {
          while started < inputs.count, started - finished < width,
            started - taken < width * Self.waitingPerProcessor
          {
            let number = started
            group.addTask {
              let outcome = await CheckOutcome(
                inputs[number], policy, options, sizes: sizes, tool)
              return (number, outcome)
            }
            started += 1
          }
          guard let (number, outcome) = await group.next() else { break }
          waiting[number] = outcome
          finished += 1
        }
        guard let outcome = waiting.removeValue(forKey: taken) else { break }
        if case .failed(let error) = outcome {
          // Children that still draw are killed.
          group.cancelAll()
          return Result<CheckRun, CommandError>.failure(error)
        }
        take(outcome, inputs[taken], &run)
      }
      return .success(run)
    }
    return try result.get()
  }

  func take(_ outcome: CheckOutcome, _ input: CheckInput, _ run: inout CheckRun) {
    switch outcome {
    case .checked(let checked):
      run.take(checked.file.name, checked.report, of: checked.file.bytes, fix: checked.fix)
      if !global.json { checked.file.hints.forEach(Terminal.say) }
    case .unusable(let error), .failed(let error):
      run.take(AnimationFile.name(of: input.path), unusable: error)
    }
  }
}

/// The result of one file.
enum CheckOutcome: Sendable {
  case checked(CheckedFile)
  /// The file cannot be read, or was not drawn.
  case unusable(CommandError)
  /// The machine can draw nothing.
  case failed(CommandError)

  /// Checks a file.
  init(
    _ input: CheckInput, _ policy: CheckPolicy, _ options: [[String]], sizes: ShownSizes
  ) {
    do {
      self = .checked(try CheckedFile(input, policy, options, sizes: sizes))
    } catch {
      self = .unusable(error)
    }
  }

  /// Checks and draws a file.
  @concurrent
  init(
    _ input: CheckInput, _ policy: CheckPolicy, _ options: [[String]], sizes: ShownSizes,
    _ tool: DrawingTool
  ) async {
    self.init(input, policy, options, sizes: sizes)
    guard case .checked(let checked) = self else { return }
    do {
      self = .checked(try await checked.drawn(policy.profile, tool))
    } catch {
      self = error.isLasting ? .failed(error) : .unusable(error)
    }
  }
}

extension CommandError {
  /// Whether the machine can draw nothing.
  var isLasting: Bool {
    if case .drawing(_, let failure) = self { failure.isLasting } else { false }
  }
}
