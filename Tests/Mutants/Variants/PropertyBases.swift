extension VariantBase {
  /// Keyframes of every kind of property, and of every form that Bodymovin has written.
  static let properties: [VariantBase] =
    transforms.map { name, member, transform in
      VariantBase(
        name, "/layers/0/ks/\(member)",
        layers: [BaseText.shapeLayer([BaseText.ellipse, BaseText.fill], transform: transform)])
    } + shapeProperties

  private static let transforms: [(name: String, member: String, transform: String)] = [
    ("moving-opacity", "o", BaseText.transform(opacity: BaseText.moving("[50]", "[100]"))),
    ("moving-rotation", "r", BaseText.transform(rotation: BaseText.moving("[0]", "[90]"))),
    ("moving-anchor", "a", BaseText.transform(anchor: BaseText.moving("[0,0,0]", "[5,5,0]"))),
    ("moving-scale", "s", BaseText.transform(scale: easedByComponent)),
    ("moving-position", "p", BaseText.transform(position: onCurve)),
    ("held-position", "p", BaseText.transform(position: held)),
    ("legacy-position", "p", BaseText.transform(position: legacy)),
    ("legacy-opacity", "o", BaseText.transform(opacity: legacyNumber)),
    (
      "split-position", "p",
      BaseText.transform(
        position: """
          {"s":true,"x":\(BaseText.moving("[40]", "[60]")),"y":\(BaseText.fixed("50"))}
          """)
    ),
  ]

  private static let easedByComponent = """
    {"a":1,"k":[{"i":{"x":[0.8,0.8,0.8],"y":[1,1,1]},"o":{"x":[0.2,0.2,0.2],"y":[0,0,0]},"t":0,\
    "s":[80,80,100]},{"i":{"x":[0.8,0.8,0.8],"y":[1,1,1]},"o":{"x":[0.2,0.2,0.2],"y":[0,0,0]},\
    "t":15,"s":[100,120,100]},{"t":29,"s":[90,90,100]}]}
    """
  private static let onCurve = """
    {"a":1,"k":[{"i":{"x":0.8,"y":1},"o":{"x":0.2,"y":0},"t":0,"s":[40,50,0],"to":[3,-3,0],\
    "ti":[-3,3,0]},{"i":{"x":0.8,"y":1},"o":{"x":0.2,"y":0},"t":15,"s":[60,50,0],"to":[0,0,0],\
    "ti":[0,0,0]},{"t":29,"s":[50,50,0]}]}
    """
  private static let held = """
    {"a":1,"k":[{"t":0,"s":[40,50,0],"h":1},{"t":15,"s":[60,50,0],"h":1}]}
    """
  private static let legacy = """
    {"a":1,"k":[{"i":{"x":0.8,"y":1},"o":{"x":0.2,"y":0},"n":"0p833_1_0p167_0","t":0,\
    "s":[40,50,0],"e":[60,50,0],"to":[3,-3,0],"ti":[-3,3,0]},{"t":29}]}
    """
  private static let legacyNumber = """
    {"a":1,"k":[{"i":{"x":[0.8],"y":[1]},"o":{"x":[0.2],"y":[0]},"n":["0p833_1_0p167_0"],"t":0,\
    "s":[50],"e":[100]},{"t":29}]}
    """

  private static let shapeProperties: [VariantBase] = [
    VariantBase(
      "moving-path", "/layers/0/shapes/0/it/0/ks",
      layers: [
        BaseText.shapeLayer([
          BaseText.path.replacing(
            BaseText.fixed(BaseText.triangle), with: BaseText.moving("[\(BaseText.triangle)]", bent)
          ), BaseText.fill,
        ])
      ]),
    VariantBase(
      "moving-colour", "/layers/0/shapes/0/it/1/c",
      layers: [
        BaseText.shapeLayer([
          BaseText.ellipse,
          BaseText.fill.replacing(
            BaseText.fixed("[0.9,0.2,0.3,1]"), with: BaseText.moving("[1,0,0,1]", "[0,0,1,1]")),
        ])
      ]),
    VariantBase(
      "moving-gradient", "/layers/0/shapes/0/it/1/g",
      layers: [
        BaseText.shapeLayer([
          BaseText.ellipse,
          BaseText.gradient(
            "gf", type: 1,
            colours: BaseText.moving(BaseText.stops, "[0,0,0,1,0.5,0,1,0,1,1,0,0]")),
        ])
      ]),
    VariantBase(
      "three-dimensional", "/layers/0/ks",
      layers: [
        BaseText.shapeLayer(
          [BaseText.ellipse, BaseText.fill],
          transform: """
            {"o":\(BaseText.fixed("100")),"rx":\(BaseText.fixed("10")),\
            "ry":\(BaseText.fixed("10")),"rz":\(BaseText.fixed("10")),\
            "or":\(BaseText.fixed("[0,0,0]")),"p":\(BaseText.fixed("[50,50,0]")),\
            "a":\(BaseText.fixed("[0,0,0]")),"s":\(BaseText.fixed("[100,100,100]"))}
            """
        ).replacing("\"ddd\":0", with: "\"ddd\":1")
      ]),
  ]

  private static let bent = """
    [{"i":[[5,0],[0,0],[0,0]],"o":[[-5,0],[0,0],[0,0]],"v":[[0,-35],[35,35],[-35,35]],"c":true}]
    """
}
