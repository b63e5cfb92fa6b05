internal import Glibc

/// A limit of setrlimit(2).
struct ResourceLimit {
  let resource: CInt
  let soft: UInt64
  let hard: UInt64

  fileprivate init(_ resource: __rlimit_resource, _ soft: UInt64, hard: UInt64? = nil) {
    self.resource = CInt(resource.rawValue)
    self.soft = soft
    self.hard = hard ?? soft
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
    [
      ResourceLimit(RLIMIT_AS, addressSpaceBytes),
      ResourceLimit(RLIMIT_CPU, processorSeconds, hard: processorSeconds + 1),
      ResourceLimit(RLIMIT_FSIZE, 0), ResourceLimit(RLIMIT_CORE, 0),
      ResourceLimit(__RLIMIT_MEMLOCK, 0),
    ]
  }

  static var afterPreparation: [ResourceLimit] { [ResourceLimit(RLIMIT_NOFILE, 0)] }
}
