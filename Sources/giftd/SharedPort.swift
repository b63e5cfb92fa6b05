import FoundationEssentials

/// A port on which several processes listen, one of which may end.
enum SharedPort {
  /// The setting of ip-sysctl.rst in Linux's documentation, since Linux 5.14.
  static let setting = "net.ipv4.tcp_migrate_req"

  /// Whether the connections that wait at this process go to another one when it stops.
  ///
  /// Otherwise the system resets them. Nil if the system does not say.
  static func isHandedOver() -> Bool? {
    let path = "/proc/sys/" + setting.replacing(".", with: "/")
    return FileManager.default.contents(atPath: path).map { $0.first == UInt8(ascii: "1") }
  }
}
