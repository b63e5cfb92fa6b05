// DrawJail owns the limits that a drawing process puts on itself before it reads a byte. It must
// not know what is drawn, nor for whom.

internal import CLibSeccomp
package import DrawProtocol

/// The jail of a process that draws files which nobody trusts.
package enum DrawJail {
  /// Jails this process for good, and returns the version of Landlock in force, 0 for none.
  ///
  /// `work` is done twice, under different names: when memory and time are limited already, and
  /// nothing is forbidden yet, as it loads libraries and starts threads, which is impossible
  /// afterwards; and at the end, so that a C library that needs more than the jail allows is
  /// noticed before there is a drawing.
  package static func enter(
    rehearsing work: (String) throws(JailObstacle) -> Void
  ) throws(JailObstacle) -> UInt32 {
    for limit in [ResourceLimit].beforePreparation { try limit.set() }
    try check(.limits, jail_set_thread_stack(ResourceLimit.stackBytes))
    try check(.files, jail_close_files_from(3))
    try check(.privileges, jail_give_up_privileges())
    try work("outside")
    let landlock = Landlock.forbidAll()
    // Landlock's rules are a file, and so are libraries.
    for limit in [ResourceLimit].afterPreparation { try limit.set() }
    try SystemCallFilter.load()
    try work("inside")
    return landlock
  }

  /// Throws unless the error number is 0; libseccomp's are negative.
  static func check(_ step: JailObstacle.Step, _ error: CInt) throws(JailObstacle) {
    guard error == 0 else { throw JailObstacle(step: step, error: error.magnitude) }
  }
}

/// The processors that C libraries count: rlottie starts a thread for each, and one is enough.
///
/// The name is that of get_nprocs(3), which the dynamic linker finds here first.
@c(get_nprocs) public func countedProcessors() -> CInt { 1 }
