internal import CLibSeccomp

/// Landlock (landlock(7)), which older systems lack: a second wall behind seccomp.
enum Landlock {
  /// The most that this program knows of; newer systems understand older rules.
  private static let newestKnown = 6

  /// Forbids this thread all files, TCP and signals to others, as far as the system knows Landlock,
  /// and returns the version in force, 0 for none.
  ///
  /// The other threads only wait for work, and seccomp binds them as well.
  static func forbidAll() -> UInt32 {
    let version = min(Int(jail_landlock_abi()), newestKnown)
    guard version >= 1 else { return 0 }
    let error = jail_landlock(
      files(version), version >= 4 ? 0b11 : 0, version >= 6 ? 0b11 : 0, size(version))
    return error == 0 ? UInt32(version) : 0
  }

  /// All rights on files: 13 in the first version, then REFER, TRUNCATE, IOCTL_DEV.
  private static func files(_ version: Int) -> UInt64 {
    let count = version >= 5 ? 16 : version >= 3 ? 15 : version == 2 ? 14 : 13
    return 1 << UInt64(count) - 1
  }

  /// The bytes of the attributes: files, with version 4 TCP, with version 6 scopes.
  private static func size(_ version: Int) -> Int { version >= 6 ? 24 : version >= 4 ? 16 : 8 }
}
