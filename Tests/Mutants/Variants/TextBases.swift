extension VariantBase {
  /// Text in a font and in glyphs, with animators, and on a path.
  static let text: [VariantBase] = [
    VariantBase("text", "/layers/0", layers: [layer()], more: fonts),
    VariantBase("text-fonts", "/fonts", layers: [layer()], more: fonts),
    VariantBase("text-glyphs", "/layers/0", layers: [layer()], more: fonts + glyphs),
    VariantBase("glyphs", "/chars", layers: [layer()], more: fonts + glyphs),
    VariantBase(
      "text-animator", "/layers/0/t/a", layers: [layer(animator: animator)], more: fonts + glyphs),
    VariantBase(
      "text-animator-of-font", "/layers/0/t/a", layers: [layer(animator: animator)], more: fonts),
    VariantBase(
      "text-path", "/layers/0/t/p",
      layers: [
        layer(
          path: """
            {"m":0,"f":\(BaseText.fixed("0")),"l":\(BaseText.fixed("0")),\
            "a":\(BaseText.fixed("0")),"r":\(BaseText.fixed("0")),"p":\(BaseText.fixed("0"))}
            """,
          more: """
            ,"hasMask":true,"masksProperties":[{"inv":false,"mode":"n","nm":"mask",\
            "pt":\(BaseText.fixed(line)),"o":\(BaseText.fixed("100")),"x":\(BaseText.fixed("0"))}]
            """)
      ], more: fonts + glyphs),
    VariantBase(
      "text-keyframes", "/layers/0/t/d",
      layers: [layer(documents: "{\"s\":\(document),\"t\":0},{\"s\":\(document),\"t\":15}")],
      more: fonts + glyphs),
    VariantBase(
      "text-box", "/layers/0/t/d",
      layers: [layer(documents: "{\"s\":\(box),\"t\":0}")], more: fonts + glyphs),
  ]

  private static let line = """
    {"i":[[0,0],[0,0]],"o":[[0,0],[0,0]],"v":[[-40,0],[40,0]],"c":false}
    """
  private static let document = """
    {"s":24,"f":"Sans-Bold","t":"AA","ca":0,"j":0,"tr":0,"lh":28.8,"ls":0,"fc":[1,0,0],\
    "sc":[0,0,1],"sw":1,"of":true}
    """
  private static let box = document.replacing(
    "\"of\":true", with: "\"of\":true,\"sz\":[80,60],\"ps\":[-40,-30]")
  private static let fonts = """
    ,"fonts":{"list":[{"fName":"Sans-Bold","fFamily":"Sans","fStyle":"Bold","fWeight":"",\
    "fPath":"","fClass":"","origin":0,"ascent":72}]}
    """
  private static let glyphs = """
    ,"chars":[{"ch":"A","size":24,"style":"Bold","w":60,"fFamily":"Sans","data":{"shapes":[\
    {"ty":"gr","nm":"A","it":[{"ty":"sh","nm":"A","ind":0,"ks":\(BaseText.fixed(letter))}]}]}}]
    """
  private static let letter = """
    {"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]],"v":[[5,0],[30,-70],[55,0]],"c":true}
    """
  private static let animator = """
    {"nm":"animator","s":{"t":0,"xe":\(BaseText.fixed("0")),"ne":\(BaseText.fixed("0")),\
    "a":\(BaseText.fixed("100")),"b":1,"rn":0,"sh":1,"sm":\(BaseText.fixed("100")),\
    "s":\(BaseText.moving("[0]", "[100]")),"e":\(BaseText.fixed("100")),\
    "o":\(BaseText.fixed("0")),"r":1},"a":{"p":\(BaseText.fixed("[0,10,0]")),\
    "a":\(BaseText.fixed("[0,0,0]")),"s":\(BaseText.fixed("[90,90,100]")),\
    "r":\(BaseText.fixed("10")),"o":\(BaseText.fixed("60")),"sk":\(BaseText.fixed("5")),\
    "sa":\(BaseText.fixed("0")),"t":\(BaseText.fixed("3")),"sw":\(BaseText.fixed("2")),\
    "sc":\(BaseText.fixed("[0,1,0,1]")),"fc":\(BaseText.fixed("[1,1,0,1]")),\
    "fh":\(BaseText.fixed("10")),"fs":\(BaseText.fixed("5")),"fb":\(BaseText.fixed("5"))}}
    """

  private static func layer(
    documents: String = "{\"s\":\(document),\"t\":0}", animator: String = "", path: String = "{}",
    more: String = ""
  ) -> String {
    BaseText.layer(
      5,
      more: """
        ,"t":{"d":{"k":[\(documents)]},"p":\(path),\
        "m":{"g":1,"a":\(BaseText.fixed("[0,0]"))},"a":[\(animator)]}\(more)
        """)
  }
}
