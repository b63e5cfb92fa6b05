import DrawProtocol
import Foundation
import Pictures
import Support
import Testing

/// giftdraw where the system around it lacks what its jail is made of.
struct SurroundingsTests {
  @Test func `without Landlock it draws all the same`() async throws {
    #expect(try await check("no-landlock") == .drawn)
  }

  @Test func `where seccomp is unknown, nothing is drawn`() async throws {
    let failure = await #expect(throws: DrawingFailure.self) { try await check("no-seccomp") }
    guard case .jailMissing(let obstacle) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(obstacle.step == .seccomp)
  }

  @Test func `where seccomp is deadly, nothing is drawn`() async throws {
    // ENOSYS of errno(3).
    let obstacle = JailObstacle(step: .seccomp, error: 38)
    await #expect(throws: DrawingFailure.jailMissing(obstacle)) { try await check("killed") }
  }

  private func check(_ surroundings: String) async throws -> DrawOutcome {
    let rose = Places.packageRoot + "/fixtures/lottie/valid/rose.json"
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: rose)))
    let probe = try Places.builtProduct("JailProbe")
    let program = try Places.builtProduct("giftdraw")
    return try await DrawingFolder.with { folder in
      let script = try folder.script("exec '\(probe)' confined \(surroundings) '\(program)'")
      return try await DrawingTool(path: script).check(bytes).outcome
    }
  }
}
