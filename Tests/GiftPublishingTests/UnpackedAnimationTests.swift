import Compression
import GiftPublishing
import Support
import Testing

/// A `.lottie` that cannot be opened, and why.
struct BrokenArchive: CustomTestStringConvertible {
  let testDescription: String
  let bytes: [UInt8]
  let fault: UnpackingFault

  init(_ name: String, _ bytes: [UInt8], _ fault: UnpackingFault) {
    (testDescription, self.bytes, self.fault) = (name, bytes, fault)
  }

  init(_ name: String, _ archive: TestArchive, _ fault: ZipFault, inside: Bool = true) {
    self.init(name, archive.bytes, .archive(fault, entry: inside ? "a/rose.json" : nil))
  }

  static let rose = Array(#"{"v":"5.7.4","layers":[1,2,3,4,5,6,7,8,9]}"#.utf8)
  static let whole = TestArchive(animations: [("a/rose.json", rose)], ids: ["rose"])
  private static let blanks = [UInt8](repeating: 32, count: 3_000_000)
  private static let bomb = TestArchive(animations: [("a/rose.json", blanks)], ids: ["rose"])
  private static let many = TestArchive((0...1_000).map { ("\($0)", []) })
  private static let long = TestArchive([(String(repeating: "n", count: 256), [])])
  private static let twins = TestArchive([("a", []), ("a", [])])
  private static let wide: [UInt8] = [255, 255, 255, 255]

  static let all = [
    BrokenArchive("nothing but a signature", [0x50, 0x4B], .archive(.noDirectory, entry: nil)),
    BrokenArchive("cut", whole.bytes.dropLast(9), .archive(.noDirectory, entry: nil)),
    BrokenArchive("ZIP64", whole.setting(whole.end + 10, [255, 255]), .zip64, inside: false),
    BrokenArchive("ZIP64 entry", whole.setting(whole.directory + 24, wide), .zip64),
    BrokenArchive(
      "disks", whole.setting(whole.end + 4, [1]), .severalDisks, inside: false),
    BrokenArchive(
      "directory elsewhere", whole.setting(whole.end + 16, [0]), .damaged, inside: false),
    BrokenArchive("1,001 entries", many, .tooManyEntries(limit: 1_000), inside: false),
    BrokenArchive("long name", long, .nameTooLong(limit: 255), inside: false),
    BrokenArchive("two of one name", twins, .repeated(name: "a"), inside: false),
    BrokenArchive("encrypted", whole.setting(whole.directory + 8, [1]), .encrypted),
    BrokenArchive(
      "method", whole.setting(whole.directory + 10, [12]).setting(8, [12]), .method(12)),
    BrokenArchive(
      "checksum", whole.setting(whole.directory + 16, [0, 0, 0, 0]), .unreadable(.damaged)),
    BrokenArchive(
      "more than it says", whole.setting(whole.directory + 24, [1]), .unreadable(.damaged)),
    BrokenArchive("large", bomb, .unreadable(.tooLarge(limit: 2_000_000))),
    BrokenArchive(
      "dense", bomb.setting(bomb.directory + 24, [1, 0, 0, 0]), .unreadable(.tooDense)),
    BrokenArchive("no manifest", TestArchive([("a/rose.json", rose)]).bytes, .manifestMissing),
    BrokenArchive(
      "manifest of something else", TestArchive([("manifest.json", rose)]).bytes,
      .manifestUnreadable),
    BrokenArchive(
      "manifest of nothing", TestArchive([("manifest.json", [])]).bytes, .manifestUnreadable),
    BrokenArchive("no animation", TestArchive(animations: [], ids: []).bytes, .noAnimation),
    BrokenArchive(
      "missing", TestArchive(animations: [], ids: ["../x"]).bytes,
      .animationMissing("a/../x.json")),
    BrokenArchive(
      "two", TestArchive(animations: [("animations/b.json", rose)], ids: ["a", "b"]).bytes,
      .severalAnimations(ListedAnimations(ids: ["a", "b"], first: nil))),
  ]
}

struct UnpackedAnimationTests {
  private static let limit = 2_000_000

  @Test(arguments: ["a/rose.json", "animations/rose.json"], [false, true])
  func `the JSON inside is taken byte for byte, stored or packed`(
    path: String, isPacked: Bool
  ) throws {
    // As makers write it: names that are as long as the one that matters come before it.
    let manifest = Array(
      #"{"generator":"x","customData":[],"animations":[{"id":"rose","loop":true}]}"#.utf8)
    let archive = TestArchive(
      [
        ("manifest.json", manifest), ("i/", []), ("i/1.png", [1]), (path, BrokenArchive.rose),
      ], isPacked: isPacked)
    let unpacked = try UnpackedAnimation(archive.bytes, limit: Self.limit)
    #expect(unpacked.bytes == BrokenArchive.rose)
    #expect(unpacked.entry == path)
    #expect(unpacked.embedded.isEmpty && unpacked.themes.isEmpty)
  }

  @Test func `gzip is opened once, and anything else is taken as it is`() throws {
    let rose = BrokenArchive.rose
    let sticker = gzip(rose)
    #expect(try UnpackedAnimation(sticker, limit: rose.count).bytes == rose)
    #expect(try UnpackedAnimation(gzip(sticker), limit: Self.limit).bytes == sticker)
    for bytes in [rose, [], [0x1F], [0x50]] {
      let unpacked = try UnpackedAnimation(bytes, limit: 0)
      #expect(unpacked.bytes == bytes)
      #expect(unpacked.entry == nil)
    }
    let faults: [(bytes: [UInt8], fault: InflationFault)] = [
      (sticker, .tooLarge(limit: rose.count - 1)), (sticker + [0], .trailingBytes),
      (sticker + sticker, .trailingBytes), (sticker.dropLast(), .truncated),
      ([0x1F, 0x8B], .truncated),
      ([0x1F, 0x8B] + Array(repeating: 9, count: 20), .damaged),
    ]
    for (bytes, fault) in faults {
      let limit = fault == .tooLarge(limit: rose.count - 1) ? rose.count - 1 : rose.count
      #expect(throws: UnpackingFault.gzip(fault)) { try UnpackedAnimation(bytes, limit: limit) }
    }
    let zeros = gzip([UInt8](repeating: 0, count: 50_000_000))
    #expect(throws: UnpackingFault.gzip(.tooDense)) {
      try UnpackedAnimation(zeros, limit: 60_000_000)
    }
  }

  @Test func `an animation is chosen by its id, and the manifest says which plays first`() throws {
    let rose = BrokenArchive.rose
    let heart = Array(#"{"nm":"heart"}"#.utf8)
    for initial in [#""initial":{"animation":"b"}"#, #""activeAnimationId":"b""#] {
      let archive = TestArchive([
        ("manifest.json", Array(#"{\#(initial),"animations":[{"id":"a"},{"id":"b"}]}"#.utf8)),
        ("a/a.json", rose), ("animations/b.json", heart),
      ])
      let listed = ListedAnimations(ids: ["a", "b"], first: "b")
      #expect(throws: UnpackingFault.severalAnimations(listed)) {
        try UnpackedAnimation(archive.bytes, limit: Self.limit)
      }
      #expect(throws: UnpackingFault.notListed("c", listed)) {
        try UnpackedAnimation(archive.bytes, choosing: "c", limit: Self.limit)
      }
      for (id, bytes) in [("a", rose), ("b", heart)] {
        let chosen = try UnpackedAnimation(archive.bytes, choosing: id, limit: Self.limit)
        #expect(chosen.bytes == bytes)
      }
    }
    for bytes in [rose, gzip(rose)] {
      #expect(throws: UnpackingFault.noArchive) {
        try UnpackedAnimation(bytes, choosing: "a", limit: Self.limit)
      }
    }
  }

  @Test(arguments: [
    ("a.lottie#b", "a.lottie", "b"), ("x/A.LOTTIE##", "x/A.LOTTIE", "#"), ("a.lottie#", nil, nil),
    ("a.json#b", nil, nil), ("a#b.lottie", nil, nil), ("#", nil, nil), ("", nil, nil),
  ])
  func `a name with a hash means an animation of an archive`(
    _ name: String, _ file: String?, _ animation: String?
  ) {
    let parts = UnpackedAnimation.parts(of: name)
    #expect(parts.file == file ?? name)
    #expect(parts.animation == animation)
  }

  /// A PNG of one pixel: its header is all that matters here.
  private static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
    + [0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0, 0, 0, 0, 0]

  @Test(arguments: [
    ("/images/", "images/p.png"), ("images/", "images/p.png"), ("", "i/p.png"), ("/i/", "i/p.png"),
    ("x/", "images/p.png"),
  ])
  func `images and fonts of the archive are put into the animation`(
    _ folder: String, _ entry: String
  ) throws {
    let animation = """
      {"assets":[{"id":"p","u":"\(folder)","p":"p.png"},{"id":"q","p":"q.png"}],\
      "fonts":{"list":[{"fName":"F","fPath":"/f/F.ttf"},{"fPath":"https://a.example/F"}]}}
      """
    let archive = TestArchive([
      ("manifest.json", Array(#"{"animations":[{"id":"a"}]}"#.utf8)),
      ("a/a.json", Array(animation.utf8)), (entry, Self.png), ("f/F.ttf", [0, 1, 0, 0, 9]),
      ("t/dark.json", []), ("t/", []), ("s/tap.json", []), ("themes/old.lss", []),
    ])
    let unpacked = try UnpackedAnimation(archive.bytes, limit: Self.limit)
    let text = String(decoding: unpacked.bytes, as: UTF8.self)
    #expect(unpacked.embedded == ["\(folder)p.png", "/f/F.ttf"])
    #expect(text.contains(#""u":"","p":"data:image/png;base64,iVBOR"#))
    #expect(text.contains(#""fPath":"data:font/ttf;base64,AAEAAAk=","origin":3"#))
    #expect(text.contains(#""p":"q.png""#) && text.contains("https://a.example/F"))
    #expect(unpacked.themes == ["dark", "old"] && unpacked.stateMachines == ["tap"])
    #expect(throws: UnpackingFault.self) {
      try UnpackedAnimation(archive.bytes, limit: animation.utf8.count + 20)
    }
  }

  @Test(arguments: BrokenArchive.all)
  func `an archive that cannot be opened says why`(_ archive: BrokenArchive) {
    #expect(throws: archive.fault) { try UnpackedAnimation(archive.bytes, limit: Self.limit) }
  }

  @Test(arguments: [BrokenArchive.whole.bytes, gzip(BrokenArchive.rose)])
  func `whatever byte is changed or missing, the JSON comes out as it was or not at all`(
    _ file: [UInt8]
  ) {
    for position in file.indices {
      expectWholeOrNothing(Array(file[..<position]))
      expectWholeOrNothing(Array(file[position...]))
      expectWholeOrNothing(Array(file[..<position] + file[(position + 1)...]))
      for value: UInt8 in [0, 1, 0x7F, 0xFF, file[position] ^ 1, file[position] ^ 0x80] {
        var changed = file
        changed[position] = value
        expectWholeOrNothing(changed)
      }
    }
  }

  private func expectWholeOrNothing(_ bytes: [UInt8]) {
    do {
      let unpacked = try UnpackedAnimation(bytes, limit: Self.limit)
      // Without its signature it is no archive.
      #expect(unpacked.bytes == BrokenArchive.rose || unpacked.bytes == bytes)
    } catch {
      #expect(!"\(error)".isEmpty)
    }
  }
}
