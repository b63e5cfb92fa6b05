import GiftDomain
import GiftStore
import NIOCore
import Testing

@testable import GiftAPI

struct SnapshotTests {
  @Test func `what comes next is not made again while it is the same`() throws {
    let view = try KeptScene.catalogue().view
    let (current, until) = (snapshot(of: view), try #require(snapshot(of: view).until))
    let coming = try view.evaluated(at: until)
    let next = snapshot(of: coming, after: current)
    let again = snapshot(of: coming, after: current, or: next)
    #expect(again.catalogue === next.catalogue)
    #expect(next.catalogue !== current.catalogue)
  }

  private func snapshot(
    of view: CatalogueView, after earlier: Snapshot? = nil, or twin: Snapshot? = nil
  ) -> Snapshot {
    var room = ByteBuffer()
    return Snapshot(
      of: view, assets: .empty, after: earlier, or: twin, recycledBuffer: &room, limits: .standard)
  }
}
