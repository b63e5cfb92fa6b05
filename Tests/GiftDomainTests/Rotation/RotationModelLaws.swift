import GiftDomain
import Testing

/// The whole compared with a slow, obvious second implementation.
struct RotationModelLaws {
  @Test(arguments: RotationStory.seeds)
  func `every gift shows what the obvious implementation says, at every boundary and between`(
    seed: UInt64
  ) throws {
    for story in try RotationStory.all(of: seed) {
      let entries = story.rotation.entries(from: story.begin.later(-1), until: story.horizon)
      for instant in story.instants(draws: 40) {
        let expected = story.naive.shown(at: instant.microseconds)
        guard entries.playing(at: instant) == expected else {
          Issue.record(
            "\(story.seed) at \(instant): \(entries.playing(at: instant)), not \(expected)")
          break
        }
      }
    }
  }

  @Test(arguments: RotationStory.seeds)
  func `asked about one instant, it says the same`(seed: UInt64) throws {
    for story in try RotationStory.all(of: seed) {
      for instant in story.instants(draws: 2, every: 17) {
        let entries = story.rotation.entries(from: instant, until: instant.later(1))
        let expected = story.naive.shown(at: instant.microseconds)
        #expect(entries.playing(at: instant) == expected, "\(story.seed) at \(instant)")
      }
    }
  }

  @Test(arguments: RotationStory.seeds)
  func `timelines around an instant know what plays, and the boundaries of each gift next to it`(
    seed: UInt64
  ) throws {
    for story in try RotationStory.all(of: seed) {
      let boundaries = story.naive.boundaries
      for instant in story.instants(draws: 4, every: 61) {
        let timelines = [story.rotation].timelines(around: instant, below: [:])
        let playing = story.naive.shown(at: instant.microseconds).compactMapValues(\.first)
        let found = timelines.compactMapValues { $0.entry(at: instant)?.version }
        #expect(found == playing, "\(story.seed) at \(instant)")
        for gift in story.naive.gifts {
          let known = (timelines[gift]?.boundaries ?? []).filter { $0 < story.horizon }
          let expected = (boundaries[gift] ?? []).map { Timestamp.epoch.later($0) }
            .filter { $0 < story.horizon }
          let found = [known.last { $0 <= instant }, known.first { $0 > instant }]
          let wanted = [expected.last { $0 <= instant }, expected.first { $0 > instant }]
          if found != wanted {
            Issue.record(
              """
              \(story.seed) at \(instant), \(gift): \(found), not \(wanted); \
              \(story.rotation.revisions.map { "\($0.at): \($0.plan.summary)" })
              """)
            return
          }
        }
      }
    }
  }
}

extension [TurnEntry] {
  /// What each gift plays at an instant; a gift twice when it is shown twice.
  func playing(at instant: Timestamp) -> [GiftID: [VersionNumber]] {
    var playing: [GiftID: [VersionNumber]] = [:]
    for entry in self where entry.entry.window.contains(instant) {
      playing[entry.gift, default: []].append(entry.entry.version)
    }
    return playing
  }
}
