/// Where an app's player gets animations from: a `GiftClient`, or what an app puts in front of one.
///
/// Cancel the task that called to cancel a load. Other callers of the same animation keep theirs.
public protocol AnimationProvider: Sendable {
  /// Loads what a live gift plays.
  func animation(for id: GiftID) async throws(GiftClientError) -> GiftAnimation

  /// Loads an animation that is known by reference.
  func animation(_ reference: AssetReference) async throws(GiftClientError) -> GiftAnimation
}

extension AnimationProvider {
  /// Loads the animations of several gifts at once; each has its own result.
  public func animations(
    for ids: [GiftID]
  ) async -> [GiftID: Result<GiftAnimation, GiftClientError>] {
    await withTaskGroup(of: (GiftID, Result<GiftAnimation, GiftClientError>).self) { group in
      for id in Set(ids) {
        group.addTask {
          let result = await self.result(for: id)
          return (id, result)
        }
      }
      var results: [GiftID: Result<GiftAnimation, GiftClientError>] = [:]
      for await (id, result) in group { results[id] = result }
      return results
    }
  }

  private func result(for id: GiftID) async -> Result<GiftAnimation, GiftClientError> {
    do throws(GiftClientError) {
      return .success(try await animation(for: id))
    } catch {
      return .failure(error)
    }
  }
}
