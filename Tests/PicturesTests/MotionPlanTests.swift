import DrawProtocol
import Testing

@testable import Pictures

struct MotionPlanTests {
  private func plan(
    frames: UInt32, rate: Double, pace: Double = 10, limit: Duration = .seconds(4),
    center: UInt32 = 0
  ) -> MotionPlan {
    let animation = DrawnAnimation(width: 9, height: 9, frameCount: frames, frameRateHz: rate)
    return MotionPlan(of: animation, framesPerSecond: pace, limit: limit, center: center)
  }

  @Test func `a short animation is shown whole, as long as it is`() {
    let steps = plan(frames: 60, rate: 30).steps
    #expect(steps.map(\.frame) == (0..<20).map { $0 * 3 })
    #expect(steps.allSatisfy { $0.milliseconds == 100 })
  }

  @Test func `its steps make up its length, though they cannot be 100 milliseconds`() {
    let steps = plan(frames: 37, rate: 30).steps
    #expect(steps.count == 12)
    #expect(steps.map(\.milliseconds).reduce(0, +) == 1_233)
  }

  @Test(arguments: [(0, 0), (200, 128), (1_000, 880)] as [(UInt32, UInt32)])
  func `of a long animation the part with its poster is shown`(_ center: UInt32, _ first: UInt32) {
    let steps = plan(frames: 1_000, rate: 30, center: center).steps
    #expect(steps.first?.frame == first)
    #expect(steps.count == 40)
    #expect(steps.map(\.milliseconds).reduce(0, +) == 4_000)
  }

  @Test func `a frame that is shown for longer is one step`() {
    let steps = plan(frames: 4, rate: 2).steps
    #expect(steps.map(\.frame) == [0, 1, 2, 3])
    #expect(steps.allSatisfy { $0.milliseconds == 500 })
  }

  @Test(arguments: [0.0, -1, .nan, .infinity, -.infinity] as [Double])
  func `an animation without a frame rate has the usual one`(_ rate: Double) {
    #expect(plan(frames: 60, rate: rate) == plan(frames: 60, rate: 30))
  }

  @Test(arguments: [0, 1, 2, 1_000, .max] as [UInt32], [1e-300, 0.01, 24, 1e300] as [Double])
  func `whatever an animation says of itself, its steps are its frames, and few`(
    _ frames: UInt32, _ rate: Double
  ) {
    for center in [0, frames / 2, .max] {
      let steps = plan(frames: frames, rate: rate, pace: 25, center: center).steps
      #expect((1...100).contains(steps.count))
      #expect(steps.allSatisfy { $0.frame < max(frames, 1) && $0.milliseconds > 0 })
      #expect((1...4_000).contains(steps.map(\.milliseconds).reduce(0, +)))
    }
  }
}
