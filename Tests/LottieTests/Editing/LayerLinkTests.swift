import Lottie
import Testing

struct LayerLinkTests {
  /// Layers written as `a:ind=1 td=1`, and back.
  private static func document(_ layers: String) -> String {
    let list = layers.split(separator: " ").map { layer in
      let parts = layer.split(separator: ":", maxSplits: 1)
      let members = parts.dropFirst().joined().split(separator: ",").map {
        let member = $0.split(separator: "=")
        return ",\"\(member[0])\":\(member[1])"
      }
      return "{\"nm\":\"\(parts[0])\"\(members.joined())}"
    }
    return "{\"layers\":[\(list.joined(separator: ","))]}"
  }

  private static func names(_ text: String) throws -> String {
    let json = try JSONDocument(reading: Array(text.utf8))
    let list = try #require(json.member("layers", of: .root))
    return json.elements(of: list).compactMap { layer in
      json.member("nm", of: layer).flatMap { json.text(of: $0) }
    }.joined(separator: " ")
  }

  @Test(arguments: [
    ("m:td=1 a:tt=1 b", "a", "b"),
    ("m:td=1,ind=7 b a:tt=2,tp=7", "a", "b"),
    ("m a:tt=1 b", "a", "m b"),
    ("m:td=0 a:tt=1 b", "a", "m b"),
    ("m:td=1 a:tt=0 b", "a", "m b"),
    ("m:td=1,ind=7 a:tt=1,tp=7 b:tt=1,tp=7", "a", "m b"),
    ("m:td=1,ind=7 a:tt=1,tp=7 b:tt=1,tp=7", "a b", ""),
    ("n:td=1 m:td=1,tt=1 a:tt=1 b", "a", "b"),
    ("m:td=1,ind=1 a:tt=1 c:parent=1", "a", "m c"),
    ("m:td=1,ind=1 a:tt=1 c:parent=1", "a c", ""),
    ("m:td=1,ind=1 a:tt=1,parent=1 c", "a", "c"),
    ("m:td=1 a:tt=1 b", "a m", "b"),
    ("m:td=1 a:tt=1,tp=9 b", "a", "m b"),
    ("a:tt=1,ind=1 m:td=1,ind=2 b:tt=1,tp=2", "a", "m b"),
    ("a:tt=1,td=1,tp=1,ind=1 b", "a", "b"),
    ("p:ind=1 c:parent=1 d:parent=1", "p c d", ""),
    ("p:ind=1 c:parent=1 d", "c", "p d"),
    ("p:ind=1,parent=1 d", "p", "d"),
    ("p:ind=1 q:ind=1 c:parent=1", "q", "p c"),
  ])
  func `a matte goes with the last layer that needs it`(
    layers: String, dropped: String, rest: String
  ) throws {
    let names = dropped.split(separator: " ").map(String.init)
    let text = try Editing.text(Self.document(layers), .dropLayers(names))
    #expect(try Self.names(text) == rest)
  }

  @Test(arguments: [
    ("m:td=1 a:tt=1", "m", "0 matte 1"),
    ("m a:tt=1", "m", "0 matte 1"),
    ("m:td=1,ind=3 b a:tt=1,tp=3 c:tt=1,tp=3", "m", "0 matte 2,0 matte 3"),
    ("p:ind=1 c:parent=1 d:parent=1", "p c", "0 parent 2"),
    ("p:ind=1 c:parent=1,tt=1", "p", "0 matte 1,0 parent 1"),
    ("p:ind=1 c:parent=1 m:td=1 a:tt=1", "m p", "0 parent 1,2 matte 3"),
  ])
  func `a layer that others need is refused, with who needs it and what for`(
    layers: String, dropped: String, uses: String
  ) {
    let names = dropped.split(separator: " ").map(String.init)
    let refusal = Editing.refusal(Self.document(layers), .dropLayers(names))
    guard case .layersInUse(let found) = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    let told = found.map { use in
      [use.layer.pointer, " \(use.kind.rawValue) ", use.user.pointer]
        .joined().replacing("/layers/", with: "")
    }
    #expect(told.joined(separator: ",") == uses)
  }

  @Test func `a matte that went along is told with its layer`() throws {
    let change = try Editing.change(Self.document("m:td=1 a:tt=1"), .dropLayers(["a"]))
    guard case .droppedLayers(let layers) = change else {
      Issue.record("\(String(describing: change))")
      return
    }
    #expect(layers.map(\.matteOf?.pointer) == ["/layers/1", nil])
    #expect(layers.map(\.layer.name) == ["m", "a"])
  }

  @Test func `a link counts within its composition only`() throws {
    let text =
      #"{"assets":[{"layers":[{"nm":"c","parent":1}]}],"layers":[{"nm":"p","ind":1},{"nm":"q"}]}"#
    #expect(
      try Editing.text(text, .dropLayers(["p"]))
        == #"{"assets":[{"layers":[{"nm":"c","parent":1}]}],"layers":[{"nm":"q"}]}"#)
  }

  /// In time that grew with the square of the layers, this would take minutes.
  @Test func `a chain of twenty thousand mattes goes as a whole`() throws {
    let count = 20_000
    let layers = (0..<count).map { "{\"nm\":\"\($0)\",\"td\":1,\"tt\":1}" }
    let text = "{\"layers\":[\(layers.joined(separator: ","))]}"
    #expect(try Editing.text(text, .dropLayers(["\(count - 1)"])) == #"{"layers":[]}"#)
  }
}
