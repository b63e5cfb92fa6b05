import Lottie
import Testing

struct LayerDropTests {
  @Test(arguments: [
    ("a", #"{"layers":[ {"nm":"b"} , {"nm":"c"}]}"#),
    ("b", #"{"layers":[ {"nm":"a"}, {"nm":"c"}]}"#),
    ("c", #"{"layers":[ {"nm":"a"}, {"nm":"b"}]}"#),
    ("/layers/0", #"{"layers":[ {"nm":"b"} , {"nm":"c"}]}"#),
    ("/layers/2", #"{"layers":[ {"nm":"a"}, {"nm":"b"}]}"#),
  ])
  func `a layer goes with one comma and the rest stays`(name: String, rest: String) throws {
    let text = #"{"layers":[ {"nm":"a"}, {"nm":"b"} , {"nm":"c"}]}"#
    #expect(try Editing.text(text, .dropLayers([name])) == rest)
  }

  @Test(arguments: [
    (["a", "b"], "{\"layers\":[\n  {\"nm\":\"c\"}\n]}"),
    (["a", "c"], "{\"layers\":[\n  {\"nm\":\"b\"}\n]}"),
    (["c", "b"], "{\"layers\":[\n  {\"nm\":\"a\"}\n]}"),
    (["c", "/layers/0", "b"], "{\"layers\":[\n  \n]}"),
    (["a", "/layers/0", "a"], "{\"layers\":[\n  {\"nm\":\"b\"},\n  {\"nm\":\"c\"}\n]}"),
  ])
  func `several layers go at once`(names: [String], rest: String) throws {
    let text = "{\"layers\":[\n  {\"nm\":\"a\"},\n  {\"nm\":\"b\"},\n  {\"nm\":\"c\"}\n]}"
    #expect(try Editing.text(text, .dropLayers(names)) == rest)
  }

  @Test func `layers of precompositions go as well, and one name is enough for any of them`()
    throws
  {
    let text =
      #"{"assets":[{"id":"i"},{"layers":[{"nm":"x"},{"nm":"y"}]}],"layers":[{"nm":"a"},1]}"#
    #expect(
      try Editing.text(text, .dropLayers(["/assets/1/layers/0", "a"]))
        == #"{"assets":[{"id":"i"},{"layers":[{"nm":"y"}]}],"layers":[1]}"#)
    #expect(
      try Editing.text(text, .dropLayers(["y"]))
        == #"{"assets":[{"id":"i"},{"layers":[{"nm":"x"}]}],"layers":[{"nm":"a"},1]}"#)
  }

  @Test func `a name is what its escapes mean, however it is composed`() throws {
    let text = #"{"layers":[{"nm":"\u0061\u00e9\ud83d\ude00"}]}"#
    #expect(try Editing.text(text, .dropLayers(["a\u{E9}😀"])) == #"{"layers":[]}"#)
    #expect(try Editing.text(text, .dropLayers(["ae\u{301}😀"])) == #"{"layers":[]}"#)
  }

  @Test func `a name that several layers have is refused, with their places`() {
    let text = #"{"assets":[{"layers":[{"nm":"a"}]}],"layers":[{},{"nm":"a"}]}"#
    #expect(
      throws: EditError.layerAmbiguous(
        name: "a", pointers: ["/layers/1", "/assets/0/layers/0"])
    ) { try Editing.text(text, .dropLayers(["a"])) }
  }

  @Test(arguments: [
    "", "/", "/layers", "/layers/", "/layers/3", "/layers/-1", "/layers/01", "/layers/+1",
    "/layers/1", "/assets/0/layers/0", "/assets/9/layers/0", "/w", "layers/0", "/layers/0/",
    "/layers/99999999999999999999", "b", "\u{1B}[31m", String(repeating: "n", count: 10_000),
  ])
  func `a layer that does not exist is not found`(name: String) {
    let text = #"{"w":1,"assets":[{"layers":{}}],"layers":[{"nm":"a"},7]}"#
    #expect(throws: EditError.layersNotFound([name])) {
      try Editing.text(text, .dropLayers([name, "a"]))
    }
  }

  @Test func `what was dropped is told by place and a name that is safe to print`() throws {
    let name = #"\u001b"# + String(repeating: "n", count: 10_000)
    let text = "{\"layers\":[{\"nm\":\"\(name)\"},{}]}"
    let change = try Editing.change(text, .dropLayers(["/layers/1", "/layers/0"]))
    guard case .droppedLayers(let layers) = change else {
      Issue.record("\(String(describing: change))")
      return
    }
    #expect(layers.map(\.layer.pointer) == ["/layers/0", "/layers/1"])
    #expect(layers[0].layer.name == #"\u{1B}"# + String(repeating: "n", count: 126) + "…")
    #expect(layers[1].layer.name == nil)
    #expect(layers.allSatisfy { $0.matteOf == nil })
  }
}
