import Lottie
import Testing

/// What a repair writes anew, moves and removes.
struct RepairChangeTests {
  private static let changes: [(text: String, repaired: String)] = [
    (
      #"{"layers":[{"ks":{"r":{"k":9}},"st":0},{"ks":{"r":{"k":9}},"ddd":0.0,"st":0}]}"#,
      #"{"layers":[{"ddd":0,"ks":{"r":{"k":9}},"st":0},{"ddd":0,"ks":{"r":{"k":9}},"st":0}]}"#
    ),
    (
      shapes(#"{"s":{"k":0},"ty":"tm"},{"ty":"sr","sy":2,"ir":{},"is":{}}"#),
      shapes(#"{"ty":"tm","s":{"k":0},"m":1},{"ty":"sr","sy":2}"#)
    ),
    (
      #"{"layers":[{"ks":{},"ty":4,"st":0,"shapes":[{"ty":"rc"},{"ty":"tr","o":{"k":100}}]}]}"#,
      #"{"layers":[{"ks":{},"ty":4,"st":0,"shapes":[{"ty":"rc"}]}]}"#
    ),
    (
      value(#"{"a":1,"k":[{"t":0,"s":[5.0],"h":true}]}"#), value(#"{"a":0,"k":5}"#)
    ),
    (
      value(#"{"a":1,"k":[{"t":0,"s":[1,2],"i":{},"o":{}},{"i":{},"t":9,"s":[3,4],"o":{}}]}"#),
      value(#"{"a":1,"k":[{"t":0,"s":[1,2],"i":{},"o":{}},{"t":9,"s":[3,4]}]}"#)
    ),
    (
      value(#"{"k":[{"t":0,"s":[1],"h":true},{"t":5,"s":[2],"h":false},{"t":9,"s":[3]}]}"#),
      value(
        #"{"k":[{"t":0,"s":[1],"h":1},{"t":5,"s":[2],"h":0,\#(even)},{"t":9,"s":[3]}]}"#)
    ),
    (
      ##"{"layers":[{"ty":1,"sc":"#f0A","hd":0,"parent":null,"st":0}],"nm":null}"##,
      ##"{"layers":[{"ty":1,"sc":"#ff00AA","hd":false,"st":0}]}"##
    ),
    (
      #"{"markers":[{"cm":"a","tm":1}],"layers":[{"st":0,"t":{"d":{"k":[{"s":{"t":"A"}}]},"p":{},"#
        + #""m":{}}}]}"#,
      #"{"markers":[{"cm":"a","tm":1,"dr":0}],"layers":[{"st":0,"t":{"d":{"k":[{"s":{"t":"A","#
        + #""tr":0}}]},"p":{},"m":{}}}]}"#
    ),
    (
      shapes(#"{"ty":"gf","g":{"k":{},"p":2.0}}"#), shapes(#"{"ty":"gf","g":{"p":2,"k":{}}}"#)
    ),
    (
      #"{"layers":[{"st":0,"ef":[{"ef":[{"v":{},"nm":"a","ty":0}],"ty":25}]}]}"#,
      #"{"layers":[{"st":0,"ef":[{"ty":25,"ef":[{"ty":0,"nm":"a","v":{}}]}]}]}"#
    ),
    (
      #"{"__complete":true,"layers":[{"ty":4,"st":0,"completed":true,"shapes":[{"ty":"sh","#
        + #""ks":{"k":{"i":[[1,2]],"o":[[-1.5,0.25]],"v":[[1,1]]}}}]}]}"#,
      #"{"layers":[{"ty":4,"st":0,"shapes":[{"ty":"sh","#
        + #""ks":{"k":{"i":[[0,1]],"o":[[-2.5,-0.75]],"v":[[1,1]]}}}]}]}"#
    ),
    (
      "\u{FEFF}" + #"{"a":[1,"],",],"layers":[ ] , }"#,
      #"{"a":[1,"],"],"layers":[ ]  }"#
    ),
  ]

  private static let even = #""i":{"x":[0.833],"y":[0.833]},"o":{"x":[0.167],"y":[0.167]}"#

  private static func shapes(_ items: String) -> String {
    #"{"layers":[{"ty":4,"st":0,"shapes":[\#(items)]}]}"#
  }

  private static func value(_ property: String) -> String {
    #"{"layers":[{"ty":4,"st":0,"ks":{"p":\#(property)}}]}"#
  }

  @Test(arguments: changes)
  func `a repair writes what some players do not read as all of them do`(
    _ text: String, _ repaired: String
  ) throws {
    #expect(try Editing.text(text, .repair) == repaired)
    #expect(try Editing.text(repaired, .repair) == repaired)
    #expect(try Editing.change(repaired, .repair) == .repaired([:]))
  }
}
