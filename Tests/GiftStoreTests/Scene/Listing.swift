import GiftDomain
import Testing

@testable import GiftStore

extension GiftStore {
  /// A listing says of each gift what reading everything says, however little it reads at first.
  func expectListing(at moment: Moment, like view: CatalogueView) async throws {
    for pastRows in [1, 2, StoreLimits.listedPastRows] {
      let listing = try await reading { session in
        try session.listing(at: moment, pastRows: pastRows)
      }
      #expect(listing.change == view.change)
      #expect(listing.groups == view.groups)
      #expect(listing.gifts == view.states.compactMap { ListedGift($0, at: listing.instant) })
    }
  }
}
