import Foundation
import Support
import Testing

/// `giftctl diff rose@1 rose@2 --pictures` and `giftctl check --compare --pictures`.
@Suite(.serialized) struct ContactSheetTests {
  private let folder: TemporaryFolder
  private static let magenta: [UInt8] = [255, 0, 170, 255]

  init() throws { folder = try TemporaryFolder() }

  @Test func `two versions are drawn side by side, and the answer says how much differs`()
    async throws
  {
    defer { folder.remove() }
    let giftctl = try await Giftctl.stocked()
    try await giftctl.done("add", "rose", Fixtures.file("heart"))
    let path = folder.path + "/sheet.png"
    let outcome = try await giftctl.done("diff", "rose@1", "rose@2", "--pictures", path)
    #expect(outcome.lines.prefix(2) == ["A  rose@1", "B  rose@2"])
    #expect(
      outcome.lines.contains {
        $0.wholeMatch(of: /pictures: \d+ % of what is visible differs, \d+ % where most does/)
          != nil
      })
    #expect(outcome.lines.last?.hasPrefix("\(path): 8 moments, A above B") == true)
    let sheet = try await PNGFile(path)
    #expect(sheet.width == 4 + 8 * 164)
    #expect(sheet.height == 4 + 3 * 164)
    let marked = (0..<sheet.height).map { y in
      (0..<sheet.width).contains { sheet.pixel($0, y) == Self.magenta }
    }
    #expect(marked.firstIndex(of: true).map { $0 >= 332 } == true)
    #expect(sheet.pixel(0, 0) == [0x1B, 0x1B, 0x1B, 255])
    let document = try await giftctl.json("diff", "rose@1", "rose@2", "--pictures", path)
    let pictures = try #require(document["pictures"])
    #expect(pictures.keys == ["height", "out", "share", "shares", "width"])
    #expect(pictures["shares"]?.values.count == 8)
  }

  @Test func `files are compared likewise, and equal ones do not differ`() async throws {
    defer { folder.remove() }
    let giftctl = Giftctl(over: "host=/nowhere")
    let path = folder.path + "/sheet.png"
    let rose = Fixtures.file("rose")
    let outcome = try await giftctl.done("check", "--compare", "--pictures", path, rose, rose)
    #expect(outcome.lines.dropFirst(2).first == "no differences")
    #expect(outcome.lines.contains("pictures: nothing visible differs"))
    let sheet = try await PNGFile(path)
    #expect(!(0..<sheet.width).contains { sheet.pixel($0, 400) == Self.magenta })
    try await giftctl.done(
      "check", "--compare", "--pictures", path, rose, Fixtures.file("crown"), "--draw-with",
      try Places.builtProduct("giftdraw"))
  }

  @Test(arguments: [
    ("diff --pictures s.png", 64), ("diff --draw-with x rose@1 rose@1", 64),
    ("diff rose@1 rose@1 --pictures s.jpg", 64), ("diff rose@1 rose@1 --pictures -", 64),
    ("diff rose@1 rose@1 --pictures s.png --draw-with /nowhere", 1),
    ("check --pictures s.png x", 64), ("check --compare x y --draw-with z", 64),
    ("check --compare --pictures s.png blank.json refused.json", 4),
  ])
  func `what cannot be drawn is said, and no sheet is written`(
    _ line: String, _ exitCode: Int32
  ) async throws {
    defer { folder.remove() }
    _ = try folder.write("blank.json", Self.animation("\"ks\":{}"))
    _ = try folder.write("refused.json", Self.animation("\"ks\":null"))
    let giftctl = try await Giftctl.unchanging()
    let outcome = try await runProcess(
      "sh", ["-c", "exec \"$0\" \(line)", try Places.builtProduct("giftctl")],
      environment: giftctl.environment, folder: folder.path, limit: .seconds(60))
    #expect(outcome.exitCode == exitCode)
    #expect(outcome.errorText.hasPrefix("giftctl: "))
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(left == ["blank.json", "refused.json"])
  }

  private static func animation(_ transform: String) -> String {
    #"{"v":"5.7.4","fr":60,"ip":0,"op":60,"w":9,"h":9,"assets":[],"layers":["#
      + #"{"ty":4,"shapes":[],"ip":0,"op":60,"st":0,\#(transform)}]}"#
  }
}
