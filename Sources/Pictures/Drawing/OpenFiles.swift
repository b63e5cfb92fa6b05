internal import Glibc

/// The files that this process has open.
enum OpenFiles {
  /// Whether that many more can be opened now (getrlimit(2), RLIMIT_NOFILE).
  static func haveRoom(for count: Int) -> Bool {
    var limit = rlimit()
    // Safe: the limit outlives the call.
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      return false
    }
    // From the highest number down, as the system gives the lowest that is free.
    var number = CInt(clamping: limit.rlim_cur)
    var free = 0
    while free < count, number > 0 {
      number -= 1
      if fcntl(number, F_GETFD) < 0 { free += 1 }
    }
    return free >= count
  }
}
