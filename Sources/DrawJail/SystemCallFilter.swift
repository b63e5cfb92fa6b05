internal import CLibSeccomp
internal import DrawProtocol
internal import Glibc

/// The system calls that remain: a call that is not listed ends the process (seccomp(2)).
enum SystemCallFilter {
  /// Memory, waiting for other threads, the clock, and the end.
  private static let allowed = [
    "munmap", "mremap", "brk", "madvise", "futex", "exit", "exit_group", "rt_sigaction",
    "rt_sigprocmask", "rt_sigreturn", "rt_sigpending", "rt_sigtimedwait", "rt_sigsuspend",
    "getpid", "gettid", "clock_gettime", "gettimeofday", "sched_yield", "getrandom",
    "restart_syscall",
  ]
  /// Refused with EACCES: rlottie then goes without an image outside, and draws the rest.
  private static let refused = [
    "open", "openat", "openat2", "stat", "lstat", "fstat", "newfstatat", "statx", "access",
    "faccessat", "faccessat2", "readlink", "readlinkat", "close", "ioctl", "lseek",
  ]

  /// Puts the filter on all threads.
  static func load() throws(JailObstacle) {
    // Safe: the filter is released once, below, and used by this function alone.
    guard let filter = unsafe seccomp_init(SCMP_ACT_KILL_PROCESS) else {
      throw JailObstacle(step: .seccomp, error: UInt32(ENOMEM))
    }
    defer { unsafe seccomp_release(filter) }
    try check(unsafe seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1))
    try check(unsafe seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS))
    for name in allowed { try unsafe add(filter, SCMP_ACT_ALLOW, name) }
    for name in refused { try unsafe add(filter, jail_refuse_with(UInt16(EACCES)), name) }
    for condition in conditions { try unsafe add(filter, condition) }
    try check(unsafe seccomp_load(filter))
  }

  /// A call that is allowed if an argument, under a mask, has a value.
  private typealias Condition = (name: String, argument: UInt32, mask: UInt64, value: UInt64)

  private static var conditions: [Condition] {
    [
      ("read", 0, .max, UInt64(STDIN_FILENO)),
      ("write", 0, .max, UInt64(STDOUT_FILENO)),
      ("write", 0, .max, UInt64(STDERR_FILENO)),
      ("mmap", 2, UInt64(PROT_EXEC), 0),
      ("mprotect", 2, UInt64(PROT_EXEC), 0),
      // abort(3) signals its own thread.
      ("tgkill", 0, .max, UInt64(getpid())),
    ]
  }

  private static func add(
    _ filter: scmp_filter_ctx, _ action: UInt32, _ name: String
  ) throws(JailObstacle) {
    // Safe: there are no conditions to read.
    try check(unsafe seccomp_rule_add_array(filter, action, number(name), 0, nil))
  }

  private static func add(
    _ filter: scmp_filter_ctx, _ condition: Condition
  ) throws(JailObstacle) {
    let comparison = scmp_arg_cmp(
      arg: condition.argument, op: SCMP_CMP_MASKED_EQ, datum_a: condition.mask,
      datum_b: condition.value)
    // Safe: the condition lives during the call, which copies it.
    let error = unsafe withUnsafePointer(to: comparison) {
      unsafe seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, number(condition.name), 1, $0)
    }
    try check(error)
  }

  /// The number of a call; a negative one, which libseccomp passes over, for what this processor's
  /// system never had.
  private static func number(_ name: String) -> CInt {
    // Safe: the name is only read.
    unsafe seccomp_syscall_resolve_name(name)
  }

  private static func check(_ error: CInt) throws(JailObstacle) {
    try DrawJail.check(.seccomp, error)
  }
}
