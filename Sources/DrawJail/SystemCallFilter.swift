internal import CLibSeccomp
internal import DrawProtocol
internal import Glibc

/// The system calls that remain: a call that is not listed ends the process (seccomp(2)).
enum SystemCallFilter {
  /// Memory, waiting for other threads, the clock, and the end.
  private static let allowed = [
    "munmap", "mremap", "brk", "futex", "exit", "exit_group", "rt_sigaction",
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

  /// A call that is allowed if its arguments have those values.
  private struct Condition {
    let name: String
    let arguments: [scmp_arg_cmp]

    init(_ name: String, _ arguments: scmp_arg_cmp...) {
      (self.name, self.arguments) = (name, arguments)
    }
  }

  /// That an argument has a value in the bits of a mask.
  private static func argument(
    _ number: UInt32, is value: CInt, mask: UInt64 = UInt64(UInt32.max)
  ) -> scmp_arg_cmp {
    scmp_arg_cmp(
      arg: number, op: SCMP_CMP_MASKED_EQ, datum_a: mask, datum_b: UInt64(UInt32(bitPattern: value))
    )
  }

  private static var conditions: [Condition] {
    let isNotExecutable = argument(2, is: 0, mask: UInt64(PROT_EXEC))
    // Memory that is nobody else's, where malloc(3) and stacks want it: neither files nor locked or
    // huge pages.
    let kinds = UInt64(MAP_NORESERVE | MAP_STACK | MAP_FIXED)
    let isOwnMemory = argument(3, is: MAP_PRIVATE | MAP_ANONYMOUS, mask: ~kinds)
    return [
      Condition("read", argument(0, is: STDIN_FILENO)),
      Condition("write", argument(0, is: STDOUT_FILENO)),
      Condition("write", argument(0, is: STDERR_FILENO)),
      Condition("mmap", isNotExecutable, isOwnMemory),
      Condition("mprotect", isNotExecutable),
      // What malloc(3) gives back.
      Condition("madvise", argument(2, is: MADV_DONTNEED)),
      Condition("madvise", argument(2, is: MADV_FREE)),
      // abort(3) signals its own thread.
      Condition("tgkill", argument(0, is: getpid())),
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
    // Safe: the comparisons live during the call, which copies them.
    let error = unsafe condition.arguments.withUnsafeBufferPointer { arguments in
      unsafe seccomp_rule_add_array(
        filter, SCMP_ACT_ALLOW, number(condition.name), UInt32(arguments.count),
        arguments.baseAddress)
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
