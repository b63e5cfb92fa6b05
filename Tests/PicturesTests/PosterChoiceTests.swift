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
      PosterCandidate(
        frame: $0, position: Double($0) / 10, detail: 0.1, coverage: 0.1, change: 0)
    }
    #expect(PosterCandidate.best(of: all) == 4)
  }

  @Test func `a frame in which hardly anything has begun is left for one that shows more`() {
    // A bar of progress on a full ground: at 2 %, at 3 %, at 60 % and at 70 %.
    let starts = [0.002, 0.003].map { candidate(1, detail: 0.1, coverage: 1, change: $0) }
    let later = candidate(6, detail: 0.099, coverage: 1, change: 0.06)
    let last = candidate(7, detail: 0.098, coverage: 1, change: 0.07)
    #expect(PosterCandidate.best(of: starts + [later, last]) == 6)
  }

  @Test func `a frame with more to see stays, although little has changed`() {
    // A cross in a circle, which goes as the circle grows.
    let cross = candidate(1, detail: 0.12, coverage: 0.5, change: 0.01)
    let circle = candidate(2, detail: 0.1, coverage: 0.6, change: 0.2)
    #expect(PosterCandidate.best(of: [cross, circle]) == 1)
  }

  @Test func `dark art has as much detail as bright art`() {
    let looks = [UInt8(0), 255].map { shade in
      ImageLook(Bitmap(width: 2, height: 1, pixels: [shade, shade, shade, 255, 0, 0, 0, 0]))
    }
    #expect(looks[0].detail == looks[1].detail)
  }

  @Test func `a flash changes most, and does not keep the others out`() {
    let flash = candidate(1, detail: 0.01, coverage: 1, change: 0.9)
    let pictures = (2...9).map { candidate($0, detail: 0.1, coverage: 0.3, change: 0.05) }
    #expect(PosterCandidate.best(of: [flash] + pictures) == 2)
  }

  @Test func `a change is the mean of all components`() {
    let black = Bitmap(width: 2, height: 1, pixels: [0, 0, 0, 255, 0, 0, 0, 0])
    let white = Bitmap(width: 2, height: 1, pixels: [255, 255, 255, 255, 0, 0, 0, 255])
    #expect(white.meanDifference(from: black) == 0.5 && white.meanDifference(from: white) == 0)
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

  private func candidate(
    _ frame: UInt32, detail: Double, coverage: Double, change: Double = 0
  ) -> PosterCandidate {
    PosterCandidate(
      frame: frame, position: 0.5, detail: detail, coverage: coverage, change: change)
  }
}
