import GiftDomain
import Testing

/// What holds of the difference between any two catalogues of a story.
struct CatalogueDifferenceLaws {
  @Test(arguments: Story.seeds)
  func `a catalogue does not differ from itself`(seed: UInt64) throws {
    let broken = try Story.firstStep(of: seed) { step in
      let catalogue = Catalogue(of: [step.after], at: step.now)
      return !CatalogueDifference(from: catalogue, to: catalogue).isEmpty
    }
    #expect(broken == nil)
  }

  @Test(arguments: Story.seeds)
  func `what an edit adds, removes and changes leads from one catalogue to the other`(
    seed: UInt64
  ) throws {
    let broken = try Story.firstStep(of: seed) { step in
      let old = Catalogue(of: [step.before], at: step.now)
      let new = Catalogue(of: [step.after], at: step.now)
      let difference = CatalogueDifference(from: old, to: new)
      let back = CatalogueDifference(from: new, to: old)
      switch (old.items.first, new.items.first) {
      case (nil, nil): return !difference.isEmpty
      case (nil, let live?): return difference.added != [live] || back.removed != [live]
      case (let gone?, nil): return difference.removed != [gone] || back.added != [gone]
      case (let before?, let after?):
        let isSame =
          before.version == after.version && before.window.until == after.window.until
          && !after.definition.looksDifferent(from: before.definition)
        return !difference.added.isEmpty || !difference.removed.isEmpty
          || difference.changed.map(\.after) != (isSame ? [] : [after])
          || back.changed.map(\.before) != difference.changed.map(\.after)
      }
    }
    #expect(broken == nil)
  }
}
