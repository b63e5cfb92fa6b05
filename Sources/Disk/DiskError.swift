package import SystemPackage

/// Why a file is not read or written.
package enum DiskError: Error, Hashable, Sendable {
  /// It is something else, such as a folder, a device, a pipe or a link.
  case notAFile(FileType)
  /// It has this many bytes, more than may be read.
  case tooLong(Int64)
  /// It belongs to another user, or others may write to it.
  case notOurs
  /// A link, or `..`, leads out of the folder that it should be in.
  case outside
  /// The system's error.
  case system(Errno)

  /// What an operation on a file threw.
  init(_ error: any Error) {
    self =
      switch error {
      case let error as DiskError: error
      case Errno.improperLink: .outside
      case let error as Errno: .system(error)
      default: .system(.ioError)
      }
  }
}
