/// The names of members that rules look for, as they stand in the file.
///
/// Written so, and not as string literals, they are numbers by the time the program runs.
extension JSONKey {
  static var a: JSONKey { JSONKey(packing: "a") }
  static var assets: JSONKey { JSONKey(packing: "a", "s", "s", "e", "t", "s") }
  static var c: JSONKey { JSONKey(packing: "c") }
  static var ch: JSONKey { JSONKey(packing: "c", "h") }
  static var chars: JSONKey { JSONKey(packing: "c", "h", "a", "r", "s") }
  static var cm: JSONKey { JSONKey(packing: "c", "m") }
  static var d: JSONKey { JSONKey(packing: "d") }
  static var ddd: JSONKey { JSONKey(packing: "d", "d", "d") }
  static var dr: JSONKey { JSONKey(packing: "d", "r") }
  static var e: JSONKey { JSONKey(packing: "e") }
  static var fName: JSONKey { JSONKey(packing: "f", "N", "a", "m", "e") }
  static var fonts: JSONKey { JSONKey(packing: "f", "o", "n", "t", "s") }
  static var fPath: JSONKey { JSONKey(packing: "f", "P", "a", "t", "h") }
  static var fr: JSONKey { JSONKey(packing: "f", "r") }
  static var g: JSONKey { JSONKey(packing: "g") }
  static var h: JSONKey { JSONKey(packing: "h") }
  static var i: JSONKey { JSONKey(packing: "i") }
  static var id: JSONKey { JSONKey(packing: "i", "d") }
  static var ind: JSONKey { JSONKey(packing: "i", "n", "d") }
  static var ip: JSONKey { JSONKey(packing: "i", "p") }
  static var ir: JSONKey { JSONKey(packing: "i", "r") }
  static var `is`: JSONKey { JSONKey(packing: "i", "s") }
  static var it: JSONKey { JSONKey(packing: "i", "t") }
  static var k: JSONKey { JSONKey(packing: "k") }
  static var ks: JSONKey { JSONKey(packing: "k", "s") }
  static var layers: JSONKey { JSONKey(packing: "l", "a", "y", "e", "r", "s") }
  static var list: JSONKey { JSONKey(packing: "l", "i", "s", "t") }
  static var ml: JSONKey { JSONKey(packing: "m", "l") }
  static var mode: JSONKey { JSONKey(packing: "m", "o", "d", "e") }
  static var n: JSONKey { JSONKey(packing: "n") }
  static var nm: JSONKey { JSONKey(packing: "n", "m") }
  static var o: JSONKey { JSONKey(packing: "o") }
  static var op: JSONKey { JSONKey(packing: "o", "p") }
  static var origin: JSONKey { JSONKey(packing: "o", "r", "i", "g", "i", "n") }
  static var p: JSONKey { JSONKey(packing: "p") }
  static var parent: JSONKey { JSONKey(packing: "p", "a", "r", "e", "n", "t") }
  static var pt: JSONKey { JSONKey(packing: "p", "t") }
  static var s: JSONKey { JSONKey(packing: "s") }
  static var sid: JSONKey { JSONKey(packing: "s", "i", "d") }
  static var slots: JSONKey { JSONKey(packing: "s", "l", "o", "t", "s") }
  static var sy: JSONKey { JSONKey(packing: "s", "y") }
  static var t: JSONKey { JSONKey(packing: "t") }
  static var td: JSONKey { JSONKey(packing: "t", "d") }
  static var tm: JSONKey { JSONKey(packing: "t", "m") }
  static var tp: JSONKey { JSONKey(packing: "t", "p") }
  static var tr: JSONKey { JSONKey(packing: "t", "r") }
  static var tt: JSONKey { JSONKey(packing: "t", "t") }
  static var ty: JSONKey { JSONKey(packing: "t", "y") }
  static var u: JSONKey { JSONKey(packing: "u") }
  static var v: JSONKey { JSONKey(packing: "v") }
  static var w: JSONKey { JSONKey(packing: "w") }
  static var x: JSONKey { JSONKey(packing: "x") }
  static var y: JSONKey { JSONKey(packing: "y") }
  static var z: JSONKey { JSONKey(packing: "z") }
  static let fFamily: JSONKey = "fFamily"
  static let markers: JSONKey = "markers"
}
