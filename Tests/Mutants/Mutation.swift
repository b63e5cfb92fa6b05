/// What a mutator may do to a text, and the values that it writes.
enum Mutation {
  case number
  case kind
  case deletion
  case duplicate
  case swap
  case copy
  case key
  case word
  case truncation
  case nesting
  case byte

  /// All of them; numbers, which go wrong in most ways, come up more often.
  static let all: [Mutation] = [
    .number, .number, .number, .number, .number, .kind, .deletion, .duplicate, .swap, .copy, .key,
    .word, .truncation, .nesting, .byte,
  ]

  /// No longer text is written a second time.
  static let longestCopy = 20_000

  /// Zero, one, small, large, beyond 16, 24, 31, 32 and 63 bits, beyond a float, and not round.
  static let numbers = [
    "0", "-0", "1", "-1", "2", "3", "4", "5", "0.5", "-0.5", "1.0", "4.0", "1e0", "0.001",
    "-0.001", "1e-7", "1e-30", "10", "50", "99", "100", "-100", "200", "255", "256", "360", "1000",
    "-1000", "10000", "32768", "65536", "-65536", "100000", "1000000", "-1000000", "16777217",
    "2147483647", "-2147483648", "2147483648", "4294967296", "1e9", "-1e9", "1e15",
    "9223372036854775808", "1e30", "-1e30", "3.5e38", "1e308",
  ]

  /// A value of each kind, and of the forms that properties take.
  static let literals = [
    "null", "true", "false", "{}", "[]", "\"\"", "\"a\"", "0", "1", "-1", "100", "[0]", "[0,0]",
    "[100,100,100]", "[[0,0]]", "[null]", "[{}]", "{\"k\":0}", "{\"a\":0,\"k\":[0,0]}",
    "{\"a\":1,\"k\":[]}", "{\"a\":1,\"k\":[{\"t\":0,\"s\":[0],\"h\":1},{\"t\":9,\"s\":[50]}]}",
    "{\"i\":[],\"o\":[],\"v\":[],\"c\":true}",
    "{\"i\":[[0,0],[0,0]],\"o\":[[0,0],[0,0]],\"v\":[[0,0],[90,90]],\"c\":true}",
    "{\"ty\":\"gr\",\"it\":[]}", "{\"ty\":\"tr\"}",
  ]

  /// Names of members that players read.
  static let names = [
    "ty", "ks", "k", "a", "s", "e", "t", "i", "o", "h", "x", "y", "p", "r", "c", "v", "w", "d",
    "n", "g", "it", "nm", "hd", "ind", "parent", "refId", "tt", "td", "tp", "sr", "st", "ip", "op",
    "tm", "bm", "ddd", "ao", "to", "ti", "pt", "or", "ir", "os", "is", "sy", "lc", "lj", "ml",
    "so", "eo", "tr", "m", "rx", "ry", "rz", "id", "u", "layers", "shapes", "assets", "masks",
    "masksProperties", "hasMask", "mode", "inv", "sc", "sw", "sh", "fr", "fillEnabled",
  ]

  /// Types of shapes, modes of masks, and other words that players know.
  static let words =
    shapeTypes + [
      "n", "a", "s", "i", "l", "f", "d", "g", "o", "#ffffff", "image_0", "comp_0", "comp_1",
      "5.7.4", "", "\\u0000",
    ]

  static let shapeTypes = [
    "gr", "sh", "rc", "el", "sr", "fl", "st", "gf", "gs", "no", "tr", "tm", "rp", "mm", "rd", "op",
    "pb", "tw", "zz",
  ]

  /// What is written around a value.
  static let brackets: [(before: String, after: String)] = [
    ("[", "]"), ("[[", "]]"), ("{\"k\":", "}"), ("{\"a\":0,\"k\":", "}"),
    ("{\"a\":0,\"k\":[", "]}"),
    ("{\"a\":1,\"k\":[{\"t\":0,\"s\":", ",\"h\":1}]}"), ("{\"ty\":\"gr\",\"it\":[", "]}"),
  ]
}
