import GiftDomain
import GiftStore
import NIOCore
import Testing

@testable import GiftAPI

struct SnapshotTests {
  @Test func `what turns showed of a gift that is gone is part of what it was`() throws {
    let view = try KeptScene.departedRose()
    let gone = try #require(view.departed.first)
    let entry = try #require(gone.state.shown.entries.first { $0.window.from <= view.instant })
    let version = try #require(gone.state.version(entry.version))
    #expect(view.shows(version.asset, by: view.instant))
    #expect(!view.shows(version.asset, by: .epoch))
    let visible = VisibleGift(gone.state, lastDefinition: gone.lastDefinition, at: view.instant)
    #expect(visible?.version == version)
  }

  @Test func `what comes next is not made again while it is the same`() throws {
    let view = try KeptScene.catalogue().view
    let (current, until) = (snapshot(of: view), try #require(snapshot(of: view).until))
    let coming = view.evaluated(at: until)
    let next = snapshot(of: coming, after: current)
    let again = snapshot(of: coming, after: current, or: next)
    #expect(again.panel === next.panel)
    #expect(next.panel !== current.panel)
  }

  private func snapshot(
    of view: CatalogueView, after earlier: Snapshot? = nil, or twin: Snapshot? = nil
  ) -> Snapshot {
    return Snapshot(
      of: view, assets: .empty, after: earlier, or: twin, limits: .standard)
  }
}
