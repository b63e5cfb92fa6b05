internal import CLibSeccomp
internal import DrawProtocol
internal import Glibc

/// A limit of setrlimit(2).
struct ResourceLimit {
  private let resource: CInt
  private let soft: UInt64
  private let hard: UInt64
  /// Whether a lower one decides what can be drawn.
  private let isNeeded: Bool

  private init(_ resource: __rlimit_resource, soft: UInt64, hard: UInt64, isNeeded: Bool) {
    self.resource = CInt(resource.rawValue)
    self.soft = soft
    self.hard = hard
    self.isNeeded = isNeeded
  }

  /// Sets the limit, or leaves a lower one as it is.
  ///
  /// Throws `JailObstacle` if the lower one would decide what can be drawn: a file that needs what
  /// every other machine has would get the blame.
  func set() throws(JailObstacle) {
    var outer: UInt64 = 0
    // Safe: the number outlives the call.
    try DrawJail.check(.limits, unsafe jail_get_limit(resource, &outer))
    guard outer >= hard || !isNeeded else {
      throw JailObstacle(step: .outerLimits, error: 0)
    }
    try DrawJail.check(.limits, jail_set_limit(resource, min(soft, outer), min(hard, outer)))
  }
}

extension ResourceLimit {
  /// The stack of each thread, which decides how deep a file may be nested: Linux' usual size.
  static let stackBytes = 8 * 1_048_576

  fileprivate static func none(_ resource: __rlimit_resource) -> ResourceLimit {
    ResourceLimit(resource, soft: 0, hard: 0, isNeeded: false)
  }

  fileprivate static func needed(
    _ resource: __rlimit_resource, _ soft: UInt64, hard: UInt64
  ) -> ResourceLimit {
    ResourceLimit(resource, soft: soft, hard: hard, isNeeded: true)
  }
}

extension [ResourceLimit] {
  /// The memory that drawing may take: an image of 6,000 × 6,000 pixels takes 301 MB.
  private static var addressSpaceBytes: UInt64 { 512 * 1_048_576 }
  /// The processor's time that drawing may take.
  ///
  /// SIGXCPU ends the process, and a second later SIGKILL.
  private static var processorSeconds: UInt64 { 3 }

  static var beforePreparation: [ResourceLimit] {
    let stackBytes = UInt64(ResourceLimit.stackBytes)
    return [
      .needed(RLIMIT_AS, addressSpaceBytes, hard: addressSpaceBytes),
      .needed(RLIMIT_CPU, processorSeconds, hard: processorSeconds + 1),
      .needed(RLIMIT_STACK, stackBytes, hard: stackBytes),
      .none(RLIMIT_FSIZE), .none(RLIMIT_CORE), .none(__RLIMIT_MEMLOCK),
    ]
  }

  static var afterPreparation: [ResourceLimit] { [.none(RLIMIT_NOFILE)] }
}
