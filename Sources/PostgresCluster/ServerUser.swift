import FoundationEssentials
import Glibc
import SystemPackage

/// The system user that the server runs as.
package struct ServerUser: Sendable, Equatable {
  /// The database's superuser, whoever runs the server.
  package static let superuser = "postgres"

  /// The system user that root hands the server to; nil: the server runs as ourselves.
  let name: String?

  /// The current user, or `postgres` for root, because PostgreSQL refuses to run as root.
  static var current: ServerUser { ServerUser(name: geteuid() == 0 ? "postgres" : nil) }

  /// The name of the account that the server runs as; nil if it has none, as in some containers.
  var account: String? {
    if let name { return name }
    // The kernel's folder of a process belongs to the user that the process acts as.
    let facts = try? FileManager.default.attributesOfItem(atPath: "/proc/self")
    return facts?[.ownerAccountName] as? String
  }

  /// The words before a command that make it run as this user.
  var prefix: [String] {
    guard let name else { return [] }
    return ["setpriv", "--reuid=\(name)", "--regid=\(name)", "--init-groups"]
  }

  /// Makes a folder when missing: `reachable`, our own, which the server's user may pass through;
  /// otherwise the server's own, closed to everybody else.
  func makeFolder(_ path: String, reachable: Bool) throws(ClusterError) {
    let isPassage = reachable && name != nil
    try attempt(path) {
      if reachable {
        guard !FileManager.default.fileExists(atPath: path) else { return }
      }
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: reachable,
        attributes: [.posixPermissions: isPassage ? 0o711 : 0o700])
      if let name, !reachable {
        try FileManager.default.setAttributes(
          [.ownerAccountName: name, .groupOwnerAccountName: name], ofItemAtPath: path)
      }
    }
  }
}
