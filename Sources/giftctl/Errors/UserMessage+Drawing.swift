import DrawProtocol
import GiftDomain
import GiftPublishing
import Pictures
import SystemPackage

extension DrawingFailure {
  /// The message and exit code for it; `file` is what could not be drawn.
  func userMessage(_ file: String) -> UserMessage {
    switch self {
    case .notFound(let path):
      UserMessage(
        .failure, "giftdraw_missing",
        "\(quoted(path)), which draws animations, is missing or cannot be run: install giftdraw "
          + "beside giftctl, or name it with --draw-with.")
    case .notRunnable(let reason):
      UserMessage(.failure, "giftdraw_failed", "giftdraw cannot be run: \(oneLine(reason)).")
    case .notStarted(let reason):
      UserMessage(
        .failure, "giftdraw_failed",
        "\(quoted(file)) was not drawn, as giftdraw could not be started (\(oneLine(reason))): try "
          + "again when the machine is less busy, or raise ulimit -n if files are short.")
    case .jailMissing(let obstacle):
      UserMessage(.failure, "jail_missing", "Nothing is drawn, as \(obstacle.clause).")
    case .timeLimit(let limit):
      UserMessage(
        .failure, "giftdraw_late",
        "\(quoted(file)) was not drawn within \(limit.components.seconds) seconds: try again when "
          + "the machine is less busy.")
    case .broken(let breach):
      UserMessage(
        .failure, "giftdraw_broken",
        "giftdraw did not answer as it should (\(breach.words)): use the one of this version.")
    case .exited(let code):
      UserMessage(
        .failure, "giftdraw_failed", "giftdraw exited with \(code) before it was done.")
    case .forbiddenCall:
      UserMessage(
        .failure, "giftdraw_forbidden",
        "giftdraw made a system call that its jail forbids, and was ended, while it drew "
          + "\(quoted(file)): the file may be an attack, or the C library newer than giftdraw.")
    case .killed(let signal):
      UserMessage(
        .failure, "giftdraw_killed",
        "giftdraw was ended by signal \(signal) before \(quoted(file)) was drawn: try again.")
    }
  }
}

extension DrawingObstacle {
  /// The message and exit code for it; `file` is what could not be drawn.
  func userMessage(_ file: String) -> UserMessage {
    UserMessage(.refused, "undrawable", "There are no pictures of \(shown(file)): \(sentence).")
  }
}

extension CommandError {
  /// The error of a drawing; `file` is what was drawn.
  init(_ error: DrawingError, drawing file: String) {
    self =
      switch error {
      case .fault(let fault): .undrawable(file: file, fault.obstacle)
      case .failure(let failure): .drawing(file: file, failure)
      }
  }
}

extension JailObstacle {
  fileprivate var clause: String {
    step == .buildID ? words : "giftdraw cannot jail itself here: \(words)"
  }

  /// What failed, and the system's word for it.
  fileprivate var words: String {
    let reason = error == 0 ? "" : " (\(Errno(rawValue: CInt(truncatingIfNeeded: error))))"
    return switch step {
    case .limits: "the system sets no limits\(reason)"
    case .outerLimits:
      "drawing needs 512 MiB of memory, 8 MiB of stack and 4 seconds of a processor, and less is "
        + "allowed; raise ulimit -v, -s and -t"
    case .files: "open files cannot be closed\(reason)"
    case .privileges: "privileges cannot be given up\(reason)"
    case .warmUp: "rlottie does not draw even a test image; reinstall librlottie0-1"
    case .buildID:
      "rlottie has no build id, which tells its pictures from those of other builds: use a "
        + "librlottie that was linked with --build-id"
    case .seccomp: "the system refuses its seccomp filter\(reason)"
    }
  }
}

extension DrawingBreach {
  fileprivate var words: String {
    switch self {
    case .message(.wrongVersion): "another version"
    case .message(.wrongLength), .message(.wrongMark), .message(.outOfRange): "a wrong message"
    case .wrongFrame: "a wrong frame"
    case .surplus: "more than was due"
    case .tooManyErrors: "too many errors"
    }
  }
}
