import Lottie
import Testing

struct RepairTests {
  private static func shapes(_ items: String) -> String {
    #"{"layers":[{"ty":4,"st":0,"shapes":[\#(items)]}]}"#
  }

  private static func value(_ property: String) -> String {
    #"{"layers":[{"ty":4,"st":0,"ks":{"p":\#(property)}}]}"#
  }

  private static let transform =
    #"{"ty":"tr","p":{"a":0,"k":[0,0]},"a":{"a":0,"k":[0,0]},"s":{"a":0,"k":[100,100]},"#
    + #""r":{"a":0,"k":0},"o":{"a":0,"k":100}}"#
  private static let even = #""i":{"x":[0.833],"y":[0.833]},"o":{"x":[0.167],"y":[0.167]}"#
  private static let evenCurve = #""i":{"x":0.833,"y":0.833},"o":{"x":0.167,"y":0.167}"#

  @Test(arguments: [
    (#"{"layers":[{"ty":4}, {"st":3}]}"#, #"{"layers":[{"ty":4,"st":0}, {"st":3}]}"#),
    (#"{"layers":[{"st":null,"ty":4},{}]}"#, #"{"layers":[{"st":0,"ty":4},{"st":0}]}"#),
    (
      #"{"assets":[{"layers":[{"ip":0 } ]}]}"#, #"{"assets":[{"layers":[{"ip":0,"st":0 } ]}]}"#
    ),
    (#"{"assets":[{"p":"a.png"}]}"#, #"{"assets":[{"p":"a.png","u":""}]}"#),
    (
      #"{"assets":[{"p":"data:image/png;base64,"}]}"#,
      #"{"assets":[{"p":"data:image/png;base64,","u":"","e":1}]}"#
    ),
    (
      #"{"assets":[{"e":0,"u":"x/","p":"data:image/png;base64,"}]}"#,
      #"{"assets":[{"e":1,"u":"x/","p":"data:image/png;base64,"}]}"#
    ),
    (Self.shapes(#"{"ty":"gr","it":[]}"#), Self.shapes(#"{"ty":"gr","it":[\#(transform)]}"#)),
    (
      Self.shapes(#"{"ty":"gr","it":[{"ty":"gr","it":[{"ty":"fl"} ]},{"ty":"tr"}]}"#),
      Self.shapes(
        #"{"ty":"gr","it":[{"ty":"gr","it":[{"ty":"fl"},\#(transform) ]},"#
          + #"{"ty":"tr","o":{"a":0,"k":100}}]}"#)
    ),
    (
      #"{"layers":[{"st":0,"masksProperties":[{"mode":"a"},{"x":{"k":2},"o":{"k":1}},7]}]}"#,
      #"{"layers":[{"st":0,"masksProperties":[{"mode":"a","o":{"a":0,"k":100},"x":{"a":0,"k":0}},"#
        + #"{"x":{"k":2},"o":{"k":1}},7],"hasMask":true}]}"#
    ),
    (
      Self.shapes(#"{"ty":"rp","c":{"k":2},"tr":{"so":{"k":50}}}"#),
      Self.shapes(
        #"{"ty":"rp","c":{"k":2},"tr":{"so":{"k":50},"eo":{"a":0,"k":100}},"o":{"a":0,"k":0}}"#)
    ),
    (
      #"{"layers":[{"st":0,"t":{"d":{}}}]}"#,
      #"{"layers":[{"st":0,"t":{"d":{},"p":{},"m":{"g":1,"a":{"a":0,"k":[0,0]}}}}]}"#
    ),
    (
      Self.shapes(#"{"ty":"st","d":[{"n":"d","v":{}},{"n":"g"},{"n":"o","nm":"gap"},{"n":"g"}]}"#),
      Self.shapes(
        #"{"ty":"st","d":[{"n":"d","v":{}},{"n":"g","nm":"gap2"},{"n":"o","nm":"gap"},"#
          + #"{"n":"g","nm":"gap3"}]}"#)
    ),
    (
      Self.shapes(#"{"ty":"gs","d":[{"n":"d","nm":"dash"},{"n":"d","nm":"dash"}]}"#),
      Self.shapes(
        #"{"ty":"gs","d":[{"n":"d","nm":"dash"},{"n":"d","nm":"dash2"}],"lc":2,"lj":2}"#)
    ),
    (
      Self.value(#"{"k":[{"t":0,"s":[1,2]},{"t":9,"s":[3,4]}]}"#),
      Self.value(#"{"k":[{"t":0,"s":[1,2],\#(even)},{"t":9,"s":[3,4]}]}"#)
    ),
    (
      Self.value(#"{"k":[{"o":{"x":0.0,"y":1.0},"t":0,"s":[1.0]},{"t":9,"s":[3]}]}"#),
      Self.value(
        #"{"k":[{"o":{"x":[0.167],"y":[0.167]},"t":0,"s":[1],"i":{"x":[0.833],"y":[0.833]}},"#
          + #"{"t":9,"s":[3]}]}"#)
    ),
    (
      Self.value(#"{"k":[{"t":0,"s":[1,2],"to":[1,1],"ti":[0,0]},{"t":9,"s":[3,4]}]}"#),
      Self.value(
        #"{"k":[{"t":0,"s":[1,2],"to":[1,1],"ti":[0,0],\#(evenCurve)},{"t":9,"s":[3,4]}]}"#)
    ),
    (
      Self.value(#"{"k":[{"t":0,"s":[{"v":[]}]},{"t":9,"s":[{"v":[]}]}]}"#),
      Self.value(#"{"k":[{"t":0,"s":[{"v":[]}],\#(evenCurve)},{"t":9,"s":[{"v":[]}]}]}"#)
    ),
    (
      #"{"w":512.0,"h":512.00 , "fr":29.970,"ip":-0.0,"op":6e1,"k":[1.0,2.50]}"#,
      #"{"w":512,"h":512 , "fr":29.970,"ip":-0,"op":6e1,"k":[1,2.50]}"#
    ),
  ])
  func `a repair adds what is missing, and nothing else`(text: String, repaired: String) throws {
    #expect(try Editing.text(text, .repair) == repaired)
    #expect(try Editing.text(repaired, .repair) == repaired)
    #expect(try Editing.change(repaired, .repair) == .repaired([:]))
  }

  @Test(arguments: [
    Self.value(#"{"k":[{"t":0,"s":[1],"h":1},{"t":9,"s":[3]}]}"#),
    Self.value(#"{"k":[{"t":0,"s":{"t":"A"}},{"t":9,"s":{"t":"B"}}]}"#),
    Self.value(#"{"k":[{"t":0,"s":[{"v":[]}]}]}"#),
    Self.shapes(#"{"ty":"st","d":[{"n":"d"}]}"#), Self.shapes(#"{"ty":"gr","it":{}}"#),
    #"{"assets":[{"layers":[]},{"sid":"a"}],"layers":[7],"nm":"1.0"}"#, "{}",
  ])
  func `what needs no repair stays`(text: String) throws {
    #expect(try Editing.text(text, .repair) == text)
  }

  @Test func `what was repaired is told, by its kind`() throws {
    let text = #"{"w":9.0,"h":9.0,"assets":[{"p":"data:,"}],"layers":[{},{"st":1}]}"#
    #expect(
      try Editing.change(text, .repair)
        == .repaired([.wholeNumber: 2, .imageFolder: 1, .imageFlag: 1, .layerStart: 1]))
  }
}
