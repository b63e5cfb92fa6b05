import Foundation
import Lottie
import Testing

struct ImageEmbeddingTests {
  private static let png = Editing.png(2, 3, bytes: 24)
  private static let uri = "\"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAAD\""

  private static func text(_ asset: String) -> String { "{\"assets\":[\(asset)]}" }

  private static func embedded(_ asset: String, _ files: [String: [UInt8]]) throws -> String {
    try Editing.text(text(asset), .embedImages(files))
  }

  @Test(arguments: [
    (#""u":"images/","p":"a.png","e":0"#, #""u":"","p":URI,"e":1"#),
    (#" "p" : "images\/a.png" , "u" : "" "#, #" "p" : URI,"e":1 , "u" : "" "#),
    (#""id":"i","p":"images/a.png","w":1"#, #""id":"i","u":"","p":URI,"e":1,"w":1"#),
    (#""e":1,"p":"a.png","u":"images/""#, #""e":1,"p":URI,"u":"""#),
    (#""e":1.0,"p":"images/a.png","u":null"#, #""e":1,"p":URI,"u":"""#),
    (#""p":"\u0061.png","u":"images/" "#, #""p":URI,"e":1,"u":"" "#),
  ])
  func `an image moves into its asset, and the rest stays`(asset: String, result: String) throws {
    let expected = "{" + result.replacing("URI", with: Self.uri) + "}"
    let edited = try Self.embedded("{\(asset)}", ["images/a.png": Self.png])
    #expect(edited == Self.text(expected))
    #expect(try Editing.text(edited, .embedImages([:])) == edited)
    #expect(try Lottie.externalImages(in: Array(edited.utf8)) == [])
  }

  @Test(arguments: [
    #"{"p":"data:image/png;base64,AAAA","u":"x/","e":0}"#, #"{"p":"DATA:,","u":""}"#,
    #"{"layers":[],"p":"a.png"}"#, #"{"p":7}"#, #"{"u":"images/"}"#, "7", "[]",
  ])
  func `an asset without an outside file stays as it is`(asset: String) throws {
    #expect(try Self.embedded(asset, [:]) == Self.text(asset))
  }

  /// What an image that is embedded as it should be does not get.
  private static let embeddingCodes: Set = [
    "asset.external", "image.data", "image.embedded-flag", "image.format", "image.size",
    "image.type",
  ]

  @Test(arguments: 24...280)
  func `base64 stands for all bytes, whatever their number`(count: Int) throws {
    let image = Editing.png(1, 1, bytes: count)
    let edited = try Self.embedded(#"{"id":"i","w":1,"h":1,"u":"","p":"a","e":1}"#, ["a": image])
    let base64 = Data(image).base64EncodedString()
    #expect(edited.contains("\"p\":\"data:image/png;base64,\(base64)\","))
    let codes = Lottie.check(Array(edited.utf8)).findings.map(\.code)
    #expect(Self.embeddingCodes.isDisjoint(with: codes), "\(codes)")
  }

  private static let headers: [String: [UInt8]] = [
    "image/jpeg": [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0],
    "image/gif": Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0],
    "image/webp": Array("RIFF????WEBPVP8X".utf8) + Array(repeating: 0, count: 14),
    "image/png": png,
  ]

  @Test(arguments: headers)
  func `the type is that of the bytes, not of the name`(type: String, bytes: [UInt8]) throws {
    let edited = try Self.embedded(#"{"p":"a.txt"}"#, ["a.txt": bytes])
    #expect(edited.hasPrefix("{\"assets\":[{\"u\":\"\",\"p\":\"data:\(type);base64,"))
  }

  @Test func `all that is missing or no image is named`() {
    let text = Self.text(
      #"{"u":"i/","p":"a.png"},{"p":"b.svg"},{"p":"c.png"},{"p":"d.png"},{"p":"e.png"}"#)
    let files = [
      "b.svg": Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8), "c.png": Self.png,
      "d.png": [], "e.png": Editing.png(0, 1),
    ]
    let problems = Editing.problems(text, files)
    #expect(problems.map(\.image.name) == ["i/a.png", "b.svg", "d.png", "e.png"])
    #expect(problems.map(\.fault) == [.missing, .format, .format, .format])
    #expect(problems.map(\.image.pointer) == [0, 1, 3, 4].map { "/assets/\($0)" })
  }

  @Test(arguments: [
    ("", "https://example.org/a.png", ImageFault.remote), ("HTTP://h/", "a.png", .remote),
    ("//host/", "a.png", .remote), ("", "file:///etc/passwd", .remote), ("C:", "a.png", .remote),
    ("/", "a.png", .outside), ("", "/etc/passwd", .outside), ("../", "a.png", .outside),
    ("images/", "../../a.png", .outside), ("", "a/..", .outside), ("a\\\\", "b.png", .outside),
    (".", "./a.png", .outside), ("", "..\\\\a.png", .outside), ("", "", .name),
    ("images/", "", .name), ("", ".", .name), ("a/", ".", .name), ("", "a\\u0000.png", .name),
    ("", "a\\u001b.png", .name), ("", String(repeating: "n", count: 1_025), .name),
  ])
  func `a name that could leave a folder is refused`(
    folder: String, file: String, fault: ImageFault
  ) throws {
    let text = Self.text("{\"u\":\"\(folder)\",\"p\":\"\(file)\"}")
    let problems = Editing.problems(text, [:])
    #expect(problems.map(\.fault) == [fault])
    let name = try #require(problems.first?.image.name)
    #expect(Editing.problems(text, [name: Self.png]) == problems)
    #expect(throws: EditError.images(problems)) {
      try Lottie.externalImages(in: Array(text.utf8))
    }
  }

  @Test func `the images that are needed are told in order, with their last names`() throws {
    let text = Self.text(
      #"{"u":"./images/","p":"a.png"},{"id":"c","layers":[]},{"p":"..a..png"},{"p":"x//y.png"}"#)
    let images = try Lottie.externalImages(in: Array(text.utf8))
    #expect(images.map(\.name) == ["./images/a.png", "..a..png", "x//y.png"])
    #expect(images.map(\.fileName) == ["a.png", "..a..png", "y.png"])
    #expect(images.map(\.pointer) == ["/assets/0", "/assets/2", "/assets/3"])
  }

  @Test func `many assets that name one large file are refused before they are written`() {
    let count = 50_000
    let text = Self.text(Array(repeating: #"{"p":"a"}"#, count: count).joined(separator: ","))
    let files = ["a": Editing.png(1, 1, bytes: 1_000_000)]
    #expect(throws: EditError.tooLarge(limit: JSONLimits().maxBytes)) {
      try Editing.text(text, .embedImages(files))
    }
  }
}
