internal import Glibc
package import SystemPackage

extension UserID {
  /// The user that this process acts as.
  package static var own: UserID { UserID(rawValue: geteuid()) }
  /// The user that may change every file.
  package static let root = UserID(rawValue: 0)
}

extension Stat {
  /// Whether it belongs to one of some users, and no others may write to it.
  ///
  /// Where there is an access control list, the group's permissions are the most that it gives to
  /// anybody but the owner (acl(5)).
  package func isWritable(onlyBy owners: Set<UserID>) -> Bool {
    owners.contains(userID) && permissions.isDisjoint(with: [.groupWrite, .otherWrite])
  }

  /// Whether another user may have put it into a folder for us to find: a folder in which all may
  /// write, but only owners delete, such as `/tmp`.
  ///
  /// The rule of `fs.protected_symlinks` and `fs.protected_regular` (proc(5)), which not all
  /// systems have switched on.
  func isPlanted(in folder: Stat, for user: UserID) -> Bool {
    folder.permissions.isSuperset(of: [.saveText, .otherWrite])
      && userID != user && userID != folder.userID
  }
}
