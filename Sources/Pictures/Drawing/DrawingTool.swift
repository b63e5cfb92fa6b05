// Pictures owns the drawing of animations by giftdraw, a jailed process that it never trusts. It
// must not know gifts, databases, or what the pictures are for.

package import DrawProtocol
internal import Glibc
internal import Subprocess
package import SystemPackage

/// The program giftdraw, and how it is used.
package struct DrawingTool: Sendable {
  private let path: FilePath
  private let wallLimit: Duration
  /// What is drawn of an animation in its stead.
  private let copy: @Sendable ([UInt8]) -> [UInt8]

  /// The giftdraw at `path`, which is absolute, as the process starts in another folder.
  ///
  /// `wallLimit` bounds one drawing, whatever the process does: it is killed then, and its end
  /// awaited. `copy` makes of an animation what is drawn: itself, unless rlottie needs another one
  /// to draw the same.
  package init(
    path: FilePath, wallLimit: Duration = PictureLimits.wall,
    drawing copy: @escaping @Sendable ([UInt8]) -> [UInt8] = { $0 }
  ) {
    precondition(path.isAbsolute, "a relative path would be looked up in the root folder")
    self.path = path
    self.wallLimit = wallLimit
    self.copy = copy
  }

  /// Draws an animation in a process of its own, and returns what `body` makes of its frames.
  ///
  /// However the process behaves, it ends before this returns; it is not started unless there is
  /// room for the descriptors with which its end is awaited. Throws `DrawingError.fault` for what
  /// rlottie makes of the animation, and `failure` for what the machine or giftdraw does.
  package func draw<Value: Sendable>(
    _ animation: [UInt8],
    _ body: @escaping @Sendable (inout DrawingSession) async throws(DrawingEnd) -> Value
  ) async throws(DrawingError) -> Value {
    let outcome: Result<Value, DrawingFault>
    do {
      outcome = try await drawn(animation, body).outcome
    } catch {
      throw .failure(error)
    }
    return try outcome.mapError(DrawingError.fault).get()
  }

  /// Draws as `draw` does, and says which build of rlottie it was that drew, or failed to.
  func drawn<Value: Sendable>(
    _ animation: [UInt8],
    _ body: @escaping @Sendable (inout DrawingSession) async throws(DrawingEnd) -> Value
  ) async throws(DrawingFailure) -> Drawn<Result<Value, DrawingFault>> {
    let whole = copy(animation)
    let copied = whole.count <= DrawLimits.inputBytes ? whole : animation
    guard copied.count <= DrawLimits.inputBytes else {
      return Drawn(
        outcome: .failure(.tooLarge(limit: DrawLimits.inputBytes)), renderer: try await renderer())
    }
    return try await converse { session throws(DrawingEnd) in
      try await session.load(copied)
      return try await body(&session)
    }
  }

  /// Which build of rlottie draws.
  package func renderer() async throws(DrawingFailure) -> Renderer {
    try await converse { _ throws(DrawingEnd) in }.renderer
  }

  private func converse<Value: Sendable>(
    _ body: @escaping @Sendable (inout DrawingSession) async throws(DrawingEnd) -> Value
  ) async throws(DrawingFailure) -> Drawn<Result<Value, DrawingFault>> {
    let ran = await withTaskGroup(of: Ran<Value>?.self) { group in
      group.addTask { await run(body) }
      group.addTask {
        // Cancelled if the drawing ends in time.
        try? await Task.sleep(for: wallLimit)
        return nil
      }
      let first = await group.next()?.flatMap(\.self)
      // Cancelling a run kills its process and waits for its end.
      group.cancelAll()
      return first
    }
    // A cancelled command gives up its drawings as well.
    guard let ran, !Task.isCancelled else { throw .timeLimit(wallLimit) }
    return try ran.result()
  }

  private func run<Value: Sendable>(
    _ body: @escaping @Sendable (inout DrawingSession) async throws(DrawingEnd) -> Value
  ) async -> Ran<Value> {
    guard OpenFiles.haveRoom(for: PictureLimits.freeFiles) else {
      return .failed(.notStarted(reason: "Too many open files"))
    }
    var options = PlatformOptions()
    options.createSession = true
    options.teardownSequence = [
      .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .zero)
    ]
    do {
      let input = try InputSocket()
      defer { input.close() }
      let result = try await Subprocess.run(
        .path(path), environment: .custom(["SWIFT_BACKTRACE": "enable=no"]),
        workingDirectory: "/", platformOptions: options,
        input: .fileDescriptor(input.theirs, closeAfterSpawningProcess: true), output: .sequence,
        error: .bytes(limit: PictureLimits.errorBytes)
      ) { execution in
        var session = DrawingSession(input, execution.standardOutput)
        let held = await session.held(body)
        if case .failure = held {
          // It may have ended by itself.
          try? execution.send(signal: .kill, toProcessGroup: true)
        }
        return (held, session.stage, session.renderer)
      }
      let (held, stage, renderer) = result.closureResult
      let errors = String(decoding: result.standardError, as: UTF8.self)
      let end = RunEnd(stage: stage, status: result.terminationStatus, errors: errors)
      return .ended(held, renderer, end)
    } catch let error as SubprocessError where error.code == .executableNotFound {
      return .failed(.notFound(path: path.string))
    } catch let error as SubprocessError where error.code == .outputLimitExceeded {
      return .failed(.broken(.tooManyErrors))
    } catch let error as SubprocessError {
      let reason = error.underlyingError?.description ?? error.description
      // Of another system, or of another processor (execve(2)).
      let isForeign = [ENOEXEC, ELIBBAD].contains(error.underlyingError?.rawValue)
      return .failed(isForeign ? .notRunnable(reason: reason) : .notStarted(reason: reason))
    } catch {
      return .failed(.notStarted(reason: String(describing: error)))
    }
  }
}
