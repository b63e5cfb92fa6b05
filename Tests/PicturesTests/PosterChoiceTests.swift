import Testing

@testable import Pictures

struct PosterChoiceTests {
  @Test func `of few frames all are compared, of many some, evenly distributed`() {
    #expect(PosterCandidate.frames(of: 0, 4) == [])
    #expect(PosterCandidate.frames(of: 3, 4) == [0, 1, 2])
    #expect(PosterCandidate.frames(of: 4, 4) == [0, 1, 2, 3])
    #expect(PosterCandidate.frames(of: 80, 4) == [10, 30, 50, 70])
    #expect(PosterCandidate.frames(of: .max, 24).last.map { $0 < .max } == true)
  }

  @Test func `without anything visible there is no poster`() {
    #expect(PosterCandidate.best(of: []) == nil)
    #expect(PosterCandidate.best(of: [candidate(0, detail: 0, coverage: 0)]) == nil)
  }

  @Test func `detail counts more than area`() {
    let flash = candidate(1, detail: 0.01, coverage: 1)
    let picture = candidate(2, detail: 0.1, coverage: 0.3)
    #expect(PosterCandidate.best(of: [flash, picture]) == 2)
  }

  @Test func `area counts where detail is alike`() {
    let sparks = candidate(1, detail: 0.1, coverage: 0.01)
    let picture = candidate(2, detail: 0.095, coverage: 0.5)
    #expect(PosterCandidate.best(of: [sparks, picture]) == 2)
  }

  @Test func `of frames that are alike the one nearest to the middle is taken`() {
    let all = (0...10).map {
      PosterCandidate(frame: $0, position: Double($0) / 10, detail: 0.1, coverage: 0.1)
    }
    #expect(PosterCandidate.best(of: all) == 4)
  }

  @Test func `of equals the first is taken`() {
    #expect(
      PosterCandidate.best(of: [
        candidate(7, detail: 1, coverage: 1), candidate(8, detail: 1, coverage: 1),
      ]) == 7)
  }

  @Test func `areas without detail can be compared as well`() {
    let all = [candidate(1, detail: 0, coverage: 0.2), candidate(2, detail: 0, coverage: 0.4)]
    #expect(PosterCandidate.best(of: all) == 2)
  }

  @Test func `an image is described by its edges, its area, and how much of that is dark`() {
    let black = ImageLook(Bitmap(width: 2, height: 1, pixels: [0, 0, 0, 255, 0, 0, 0, 0]))
    #expect(black.coverage == 0.5)
    #expect(black.darkCoverage == 0.5)
    #expect(black.detail > 0)
    let white = ImageLook(Bitmap(width: 1, height: 2, pixels: Array(repeating: 255, count: 8)))
    #expect(white == ImageLook(detail: 0, coverage: 1, darkCoverage: 0))
  }

  @Test func `the ground is light if most of what is visible is dark`() {
    func look(_ dark: Double) -> ImageLook { .init(detail: 0, coverage: 0.5, darkCoverage: dark) }
    #expect([look(0.25), look(0.26)].ground == .light)
    #expect([look(0.25), look(0.25)].ground == .dark)
    #expect([ImageLook]().ground == .dark)
  }

  private func candidate(_ frame: UInt32, detail: Double, coverage: Double) -> PosterCandidate {
    PosterCandidate(frame: frame, position: 0.5, detail: detail, coverage: coverage)
  }
}
