// The probe owns attempts to leave the jail of giftdraw, each in a process of its own that may die.
// It must not know which of them have to fail.

import CLibProbe
import CLibRlottie
import CLibSeccomp
import DrawJail
import DrawProtocol
import Glibc

/// `JailProbe bare|jailed|threaded|visited ATTEMPT`: makes the attempt outside the jail, inside it,
/// inside it when rlottie has its thread, or in that thread, and prints `allowed` or
/// `refused ERROR`.
///
/// `JailProbe landlock` prints the version of Landlock that the system has, 0 for none.
///
/// `JailProbe confined SURROUNDINGS PROGRAM` becomes a program for which calls that giftdraw's jail
/// needs fail, as the system does not know them, or end it.
///
/// `JailProbe pixels FILE SIDE STEP` draws every STEPth frame without a jail, and exits with 65 if
/// rlottie does not load the file.
@main
enum JailProbe {
  static func main() {
    let words = CommandLine.arguments
    switch words.dropFirst().first {
    case "bare": attempt(words[2])
    case "jailed":
      jail { _ throws(JailObstacle) in }
      attempt(words[2])
    case "threaded":
      jail { name throws(JailObstacle) in try WarmUp.run(name) }
      attempt(words[2])
    case "visited": visit()
    case "landlock": say("\(max(jail_landlock_abi(), 0))\n")
    case "threads": say("\(threadCount())\n")
    case "confined": confine(words[2], words[3])
    case "pixels": draw(words[2], side: Int(words[3]) ?? 1, step: Int(words[4]) ?? 1)
    default: _exit(64)
    }
  }

  private static func jail(_ work: (String) throws(JailObstacle) -> Void) {
    do {
      _ = try DrawJail.enter(rehearsing: work)
    } catch {
      say("no jail: \(error)\n")
      _exit(3)
    }
  }

  /// Makes the attempt in the thread of rlottie, which waits for work meanwhile.
  private static func visit() {
    var other: CInt?
    jail { name throws(JailObstacle) in
      try WarmUp.run(name)
      // Inside the jail, where it runs once more, there are no folders to read.
      other = other ?? threads().first { $0 != getpid() }
    }
    guard let other, probe_visit(other, { JailProbe.attempt(CommandLine.arguments[2]) }) == 0 else {
      _exit(3)
    }
    while true { sched_yield() }
  }

  private static func attempt(_ name: String) {
    // Safe: what is passed are numbers, and texts that are only read.
    let error: CInt =
      switch name {
      case "open": unsafe probe_open("/etc/hostname")
      case "open-device": unsafe probe_open("/dev/null")
      case "tcp": probe_socket(AF_INET, CInt(SOCK_STREAM.rawValue))
      case "udp": probe_socket(AF_INET, CInt(SOCK_DGRAM.rawValue))
      case "unix": probe_socket(AF_UNIX, CInt(SOCK_STREAM.rawValue))
      case "fork": probe_fork()
      case "thread": startThread()
      case "exec": probe_exec()
      case "kill": probe_kill(getppid())
      case "tgkill": probe_tgkill(getppid())
      case "ptrace": probe_ptrace()
      case "map-executable": probe_map_executable()
      case "make-executable": probe_make_executable()
      case "io_uring": probe_io_uring()
      case "setrlimit": probe_set_limit()
      case "write-stdin": probe_write(STDIN_FILENO)
      case "map-locked": probe_map_locked()
      case "map-huge": probe_map_huge()
      case "map-shared": probe_map_shared()
      case "map-file": probe_map_file()
      case "advise-free": probe_advise(MADV_FREE)
      case "advise-willneed": probe_advise(MADV_WILLNEED)
      case "advise-mergeable": probe_advise(MADV_MERGEABLE)
      default: EINVAL
      }
    say(error == 0 ? "allowed\n" : "refused \(error)\n")
    _exit(0)
  }

  private static func confine(_ surroundings: String, _ program: String) {
    let landlock = ["landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self"]
    let (names, action): ([String], UInt32) =
      switch surroundings {
      case "no-landlock": (landlock, jail_refuse_with(UInt16(ENOSYS)))
      case "no-seccomp": (["seccomp"], jail_refuse_with(UInt16(ENOSYS)))
      // systemd's @system-service has neither, and either refuses or ends what it does not have.
      case "system-service": (landlock + ["seccomp"], jail_refuse_with(UInt16(EPERM)))
      case "system-service-killing": (landlock + ["seccomp"], SCMP_ACT_KILL_PROCESS)
      default: (["seccomp"], SCMP_ACT_KILL_PROCESS)
      }
    // Safe: the filter is used by this function alone, and the process becomes another.
    guard let filter = unsafe seccomp_init(SCMP_ACT_ALLOW) else { _exit(3) }
    for name in names {
      // Safe: the name is only read, and there are no conditions.
      let number = unsafe seccomp_syscall_resolve_name(name)
      guard unsafe seccomp_rule_add_array(filter, action, number, 0, nil) == 0 else { _exit(3) }
    }
    // libseccomp would otherwise fall back to prctl(2).
    if surroundings == "no-seccomp" {
      var option = scmp_arg_cmp(
        arg: 0, op: SCMP_CMP_EQ, datum_a: UInt64(PR_SET_SECCOMP), datum_b: 0)
      let number = unsafe seccomp_syscall_resolve_name("prctl")
      // Safe: the condition lives during the call.
      guard unsafe seccomp_rule_add_array(filter, action, number, 1, &option) == 0 else { _exit(3) }
    }
    guard unsafe seccomp_load(filter) == 0 else { _exit(3) }
    _ = unsafe probe_become(program)
    _exit(127)
  }

  private static func startThread() -> CInt {
    var thread = pthread_t()
    // Safe: the thread does nothing.
    return unsafe pthread_create(&thread, nil, { _ in nil }, nil)
  }

  /// How many threads rlottie's first drawing leaves behind, the main one included.
  private static func threadCount() -> Int {
    do {
      try WarmUp.run("threads")
    } catch {
      return 0
    }
    return threads().count
  }

  /// The numbers of all threads.
  private static func threads() -> [CInt] {
    var found: [CInt] = []
    // Safe: the folder is read by this thread alone, and closed after.
    guard let folder = unsafe opendir("/proc/self/task") else { return [] }
    while let entry = unsafe readdir(folder) {
      // Safe: the name ends with a zero byte, and is copied. "." and ".." are not numbers.
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if let number = CInt(name) { found.append(number) }
    }
    unsafe closedir(folder)
    return found
  }

  private static func draw(_ path: String, side: Int, step: Int) {
    // Safe: the animation is used by this function alone, and the process ends with it.
    guard let file = unsafe fopen(path, "r") else { _exit(66) }
    var text: [CChar] = []
    while case let byte = unsafe getc(file), byte != EOF {
      text.append(CChar(truncatingIfNeeded: byte))
    }
    text.append(0)
    guard let animation = unsafe lottie_animation_from_data(text, "bare", "/") else { _exit(65) }
    var pixels = [UInt32](repeating: 0, count: side * side)
    for frame in stride(from: 0, to: unsafe lottie_animation_get_totalframe(animation), by: step) {
      // Safe: the buffer holds the frame, and outlives both calls.
      unsafe pixels.withUnsafeMutableBytes { buffer in
        _ = unsafe buffer.initializeMemory(as: UInt8.self, repeating: 0)
        unsafe lottie_animation_render(
          animation, frame, buffer.baseAddress?.assumingMemoryBound(to: UInt32.self), side, side,
          side * 4)
        // A pipe takes all of it, sooner or later (write(2)).
        _ = unsafe write(STDOUT_FILENO, buffer.baseAddress, buffer.count)
      }
    }
    _exit(0)
  }

  private static func say(_ text: String) {
    var text = text
    // Safe: the text outlives the call.
    _ = text.withUTF8 { unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count) }
  }
}
