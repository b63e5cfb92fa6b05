import Lottie
import Testing

struct TextFeatureTests {
  @Test(arguments: [
    PlayerCase.text(document("Hi"), "feature.text"),
    .text(document("Hi") + #","a":[],"p":{},"m":{"g":1}"#, "feature.text"),
    .text(document("Hi") + #","a":[{"a":{}}]"#, "feature.text", "feature.text-animator"),
    .text(document("Hi") + #","p":{"m":0}"#, "feature.text", "feature.text-path"),
    .text(document("Hi") + #","m":{"g":3}"#, "feature.text", "feature.text-grouping"),
    .text(
      #""d":{"k":[{"t":0,"s":{"f":"A","t":"a"}},{"t":9,"s":{"f":"A","t":"b"}}]}"#,
      "feature.text", "engine.text"),
  ])
  func `text is drawn plainly`(of: PlayerCase) {
    #expect(of.reported() == of.codes)
  }

  @Test(arguments: [
    PlayerCase.text(document("a < b, c<3")),
    .text(document("<b>Hi</b>"), "code.markup"),
    .text(document("</b>"), "code.markup"),
    .text(document("<!-- -->"), "code.markup"),
    .text(document(#"\u003cscript>"#), "code.markup"),
    .text(document("a <")),
  ])
  func `text holds no markup`(of: PlayerCase) {
    #expect(of.reported().filter { $0 != "feature.text" } == of.codes)
  }

  @Test(arguments: [
    listed(#""fPath":"https://fonts.example/a.css","origin":1"#, "code.remote-font"),
    listed(#""fPath":"a.ttf","origin":3"#, "code.remote-font"),
    listed(#""fPath":"https://fonts.example/a.ttf""#, "code.remote-font"),
    listed(#""fPath":"","origin":1"#),
    listed(#""fPath":"data:font/ttf;base64,AA==","origin":3"#),
    listed(#""fPath":"a.ttf","origin":0"#),
  ])
  func `fonts come with the file or the device`(of: PlayerCase) {
    #expect(of.reported().filter { $0 != "feature.text" } == of.codes)
  }

  @Test(arguments: [
    PlayerCase.text(
      document("Hi"),
      top: #","fonts":{"list":[{"fName":"B","fFamily":"B","fStyle":"","ascent":1}]}"#,
      "text.font-missing"),
    .text(
      document("Hi"), top: #","fonts":{"list":[{"fName":"A","fFamily":"A","fStyle":null}]}"#,
      "text.font-incomplete"),
    .text(document("Hi"), top: #","fonts":{"list":[{"fName":"A","fFamily":"A","fStyle":""}]}"#),
    .text(document("Hi"), top: "", "text.fonts"),
    .text(document("Hi"), top: #","fonts":{"list":[]}"#, "text.fonts"),
  ])
  func `texts name a font of the list, and the list is complete`(of: PlayerCase) {
    #expect(of.reported().filter { $0 != "feature.text" } == of.codes)
  }

  @Test(arguments: [
    glyphs("Hi", "H", "i"),
    glyphs(#"H i\r\u0003i"#, "H", "i"),
    glyphs("Hé", "H", "é"),
    glyphs("Hi!", "H", "i", missing: true),
    glyphs("H", "i", missing: true),
  ])
  func `every character has its glyph, if there are glyphs`(of: PlayerCase) {
    #expect(of.reported().filter { $0 != "feature.text" && $0 != "feature.glyphs" } == of.codes)
    #expect(of.reported().contains("feature.glyphs"))
  }

  private static func document(_ text: String) -> String {
    #""d":{"k":[{"t":0,"s":{"f":"A","t":"\#(text)"}}]}"#
  }

  private static func listed(_ members: String, _ codes: String...) -> PlayerCase {
    let font = #"{"fName":"A","fFamily":"A","fStyle":"","ascent":70,\#(members)}"#
    let text = PlayerCase.text(document("Hi"), top: #","fonts":{"list":[\#(font)]}"#)
    return PlayerCase(json: text.json, profile: .gift, codes: codes)
  }

  private static func glyphs(
    _ text: String, _ characters: String..., missing: Bool = false
  ) -> PlayerCase {
    let list = characters.map { #"{"ch":"\#($0)","fFamily":"Arial","size":9,"style":"Bold"}"# }
      .joined(separator: ",")
    let layer = PlayerCase.text(document(text), top: PlayerCase.font + #","chars":[\#(list)]"#)
    return PlayerCase(
      json: layer.json, profile: .gift, codes: missing ? ["text.glyph-missing"] : [])
  }
}
