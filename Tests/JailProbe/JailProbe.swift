// The probe owns attempts to leave the jail of giftdraw, each in a process of its own that may die.
// It must not know which of them have to fail.

import CLibProbe
import CLibRlottie
import CLibSeccomp
import DrawJail
import DrawProtocol
import Glibc

/// `JailProbe bare|jailed|threaded ATTEMPT`: makes the attempt outside the jail, inside it, or
/// inside it when rlottie has its thread, and prints `allowed` or `refused ERROR`.
///
/// `JailProbe confined no-landlock|no-seccomp|killed PROGRAM` becomes a program for which calls
/// that giftdraw's jail needs fail, as the system does not know them, or end it.
///
/// `JailProbe pixels FILE SIDE STEP` draws every STEPth frame without a jail.
@main
enum JailProbe {
  static func main() {
    let words = CommandLine.arguments
    switch words.dropFirst().first {
    case "bare": attempt(words[2])
    case "jailed": jail(words[2]) { () throws(JailObstacle) in }
    case "threaded": jail(words[2]) { () throws(JailObstacle) in try WarmUp.run() }
    case "threads": say("\(threadCount())\n")
    case "confined": confine(words[2], words[3])
    case "pixels": draw(words[2], side: Int(words[3]) ?? 1, step: Int(words[4]) ?? 1)
    default: _exit(64)
    }
  }

  private static func jail(_ name: String, _ preparation: () throws(JailObstacle) -> Void) {
    do {
      _ = try DrawJail.enter(preparing: preparation)
    } catch {
      say("no jail: \(error)\n")
      _exit(3)
    }
    attempt(name)
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
      default: EINVAL
      }
    say(error == 0 ? "allowed\n" : "refused \(error)\n")
    _exit(0)
  }

  private static func confine(_ surroundings: String, _ program: String) {
    let landlock = ["landlock_create_ruleset", "landlock_restrict_self"]
    let seccomp = ["seccomp"]
    // Safe: the filter is used by this function alone, and the process becomes another.
    guard let filter = unsafe seccomp_init(SCMP_ACT_ALLOW) else { _exit(3) }
    let action =
      surroundings == "killed" ? SCMP_ACT_KILL_PROCESS : jail_refuse_with(UInt16(ENOSYS))
    for name in surroundings == "no-landlock" ? landlock : seccomp {
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
      try WarmUp.run()
    } catch {
      return 0
    }
    var count = 0
    // Safe: the folder is read by this thread alone, and closed after.
    guard let folder = unsafe opendir("/proc/self/task") else { return 0 }
    while unsafe readdir(folder) != nil { count += 1 }
    unsafe closedir(folder)
    // Without "." and "..".
    return count - 2
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
