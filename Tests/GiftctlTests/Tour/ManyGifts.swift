import Foundation
import GiftDomain

/// A manifest of 300 gifts, with names as long as they may be, in every kind of script.
enum ManyGifts {
  static let count = 300
  /// Characters of which a name consists, and how many columns a terminal gives one.
  private static let letters: [(text: String, columns: Int)] = [
    ("x", 1), ("وردة ", 5), ("玫瑰", 4), ("👩‍👩‍👧‍👦", 2), ("e\u{301}a\u{308}", 2), ("❤️🇯🇵", 4),
  ]

  /// What the name of a gift repeats.
  static func letter(_ index: Int) -> String { letters[index % letters.count].text }

  /// A name of 80 characters, as far as 640 bytes hold so many.
  static func name(_ index: Int) -> String {
    (prefix(index) + String(repeating: letter(index), count: repeats(index)))
      .trimmingCharacters(in: .whitespaces)
  }

  /// How many columns a terminal gives that name, counted without giftctl.
  static func columns(_ index: Int) -> Int {
    prefix(index).count + repeats(index) * letters[index % letters.count].columns
      - (letter(index).hasSuffix(" ") ? 1 : 0)
  }

  private static func prefix(_ index: Int) -> String { "\(index) " }

  private static func repeats(_ index: Int) -> Int {
    min(
      (GiftName.maxCharacters - prefix(index).count) / letter(index).count,
      (GiftName.maxBytes - prefix(index).utf8.count) / letter(index).utf8.count)
  }

  /// Most ids are short; some are as long as they may be.
  static func id(_ index: Int) -> String {
    guard index % 50 == 7 else { return "gift-\(index)" }
    return "gift-\(index)-" + String(repeating: "long", count: 13)
  }

  /// Writes the manifest and the animations that the gifts share.
  static func write(to folder: TemporaryFolder) throws {
    let animations = folder.path + "/animations"
    try FileManager.default.createDirectory(
      atPath: animations, withIntermediateDirectories: false)
    for name in ["rose", "crown"] {
      try FileManager.default.copyItem(
        atPath: Fixtures.file(name), toPath: "\(animations)/\(name).json")
    }
    let gifts = (0..<count).map { index -> [String: Any] in
      [
        "id": id(index), "file": "animations/\(index % 2 == 0 ? "rose" : "crown").json",
        "names": ["en": name(index)], "price": index * 33_333, "order": index,
        "category": index % 3 == 0 ? "love" : "things-with-a-rather-long-name",
        "publish": true,
      ].merging(index % 7 == 0 ? ["until": "2100-02-01T00:00:00Z"] : [:]) { $1 }
    }
    let manifest = try JSONSerialization.data(withJSONObject: ["gifts": gifts])
    _ = try folder.write("manifest.json", [UInt8](manifest))
  }
}
