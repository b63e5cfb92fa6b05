// StoreSupport owns what tests over a store share: databases that are migrated already, and stores
// that wait as long as tests do. It must not know which module is under test.

package import GiftDomain
package import GiftStore
import Support

extension GiftStore {
  /// A store with time: on a busy machine, no limit ends what is not about limits.
  package static func patient(
    conninfo: String, role: StoreRole, applicationName: String = "tests"
  ) -> GiftStore {
    var limits = StoreLimits.standard
    limits.poolWait = patience
    limits.connectDeadline = patience
    limits.callDeadline = patience
    limits.readLockWait = patience
    return GiftStore(
      conninfo: conninfo, role: role, applicationName: applicationName, limits: limits)
  }
}

extension GiftStore {
  /// The bytes under a digest, as they were handed in; nil when there are none.
  package func asset(_ digest: SHA256Digest) async throws(StoreError) -> [UInt8]? {
    try await assets([digest]).first?.bodies[.identity]
  }
}
