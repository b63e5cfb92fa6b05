/// The grammar shared by gift ids, categories and tags: `^[a-z0-9](-?[a-z0-9])*$`.
enum Slug {
  /// Whether `text` is lower-case ASCII letters and digits, with single hyphens between them.
  static func matches(_ text: String, bytes allowed: ClosedRange<Int>) -> Bool {
    guard allowed.contains(text.utf8.count) else { return false }
    var afterHyphen = true
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        afterHyphen = false
      case UInt8(ascii: "-") where !afterHyphen:
        afterHyphen = true
      default:
        return false
      }
    }
    return !afterHyphen
  }
}
