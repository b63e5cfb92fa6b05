extension VariantBase {
  private static let background = BaseText.shapeLayer(
    [BaseText.rectangle, BaseText.fill], index: 9)

  /// Layers of every type that is played; beside one that shows nothing, another does.
  static let layers: [VariantBase] = [
    VariantBase(
      "shape-layer", "/layers/0",
      layers: [
        BaseText.shapeLayer(
          [BaseText.ellipse, BaseText.fill],
          more: #","parent":9,"hd":false,"cl":"class","ln":"name","cp":false,"ct":0"#), background,
      ]),
    VariantBase(
      "precomposition", "/layers/0",
      layers: [BaseText.layer(0, more: #","refId":"comp_0","w":100,"h":100"#)],
      assets: [composition]),
    VariantBase(
      "precomposition-asset", "/assets",
      layers: [BaseText.layer(0, more: #","refId":"comp_0","w":100,"h":100"#)],
      assets: [composition]),
    VariantBase(
      "solid", "/layers/0", layers: [BaseText.layer(1, more: ##","sw":40,"sh":40,"sc":"#ff0000""##)]
    ),
    VariantBase(
      "image", "/layers/0", layers: [BaseText.layer(2, more: #","refId":"image_0""#)],
      assets: [BaseText.image]),
    VariantBase(
      "image-asset", "/assets", layers: [BaseText.layer(2, more: #","refId":"image_0""#)],
      assets: [BaseText.image]),
    VariantBase(
      "null", "/layers/0",
      layers: [
        BaseText.layer(3, index: 1),
        BaseText.shapeLayer(
          [BaseText.ellipse, BaseText.fill], index: 2, more: #","parent":1"#,
          transform: BaseText.transform(position: BaseText.fixed("[0,0,0]"))),
      ]),
    VariantBase(
      "guide", "/layers/0", layers: [BaseText.layer(11), background]),
  ]

  private static let composition = """
    {"id":"comp_0","nm":"comp","fr":30,"layers":[\
    \(BaseText.shapeLayer([BaseText.ellipse, BaseText.fill]))]}
    """

  /// Layers with a time of their own.
  static let timed: [VariantBase] = [
    VariantBase(
      "time-remap", "/layers/0/tm",
      layers: [
        BaseText.layer(
          0,
          more: #","refId":"comp_0","w":100,"h":100,"tm":\#(BaseText.moving("[0]", "[0.9]"))"#)
      ],
      assets: [composition]),
    VariantBase(
      "stretch", "/layers/0/sr",
      layers: [
        BaseText.shapeLayer([BaseText.ellipse, BaseText.fill]).replacing(
          #""sr":1"#, with: #""sr":2"#)
      ]),
  ]

  /// Mattes of every kind, and masks of every mode.
  static let masks: [VariantBase] =
    (1...4).map { matte in
      // The layers of all are alike, so those of one will do.
      VariantBase(
        "matte-\(matte)", matte == 1 ? "/layers" : "/layers/1/tt",
        layers: [
          BaseText.shapeLayer([BaseText.ellipse, BaseText.fill], index: 1, more: #","td":1"#),
          BaseText.shapeLayer(
            [BaseText.rectangle, BaseText.fill], index: 2, more: #","tt":\#(matte),"tp":1"#),
        ])
    }
    + ["n", "a", "s", "i", "l", "d", "f"].map { mode in
      VariantBase(
        "mask-\(mode)", "/layers/0/masksProperties",
        layers: [
          BaseText.shapeLayer(
            [BaseText.ellipse, BaseText.fill],
            more: #","hasMask":true,"masksProperties":[\#(mask(mode))]"#)
        ])
    }

  private static func mask(_ mode: String) -> String {
    """
    {"inv":false,"mode":"\(mode)","nm":"mask","pt":\(BaseText.fixed(triangleOfMask)),\
    "o":\(BaseText.fixed("80")),"x":\(BaseText.fixed("2"))}
    """
  }

  private static let triangleOfMask = """
    {"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]],"v":[[0,-30],[12,10],[-12,10]],"c":true}
    """

  /// Effects of every type, each with values of the kinds that After Effects writes.
  static let effects: [VariantBase] =
    effectValues.map { type, name, values in
      let list = values.enumerated().map { index, value in
        """
        {"ty":\(value.type),"nm":"value","ix":\(index + 1),"v":\(BaseText.fixed(value.value))}
        """
      }
      // The levels of all channels are alike.
      return VariantBase(
        "effect-\(name)", "/layers/0/ef" + (name == "levels" ? "/0/ef/3" : ""),
        layers: [
          BaseText.shapeLayer(
            [BaseText.ellipse, BaseText.fill],
            more: """
              ,"ef":[{"ty":\(type),"nm":"\(name)","np":\(values.count + 2),"ix":1,"en":1,\
              "ef":[\(list.joined(separator: ","))]}]
              """)
        ])
    }
    + [
      VariantBase(
        "layer-style", "/layers/0/sy",
        layers: [
          BaseText.shapeLayer(
            [BaseText.ellipse, BaseText.fill],
            more: """
              ,"sy":[{"ty":1,"nm":"shadow","c":\(BaseText.fixed("[0,0,0,1]")),\
              "o":\(BaseText.fixed("75")),"a":\(BaseText.fixed("120")),"s":\(BaseText.fixed("5")),\
              "d":\(BaseText.fixed("5"))}]
              """)
        ])
    ]

  private typealias EffectValue = (type: Int, value: String)

  private static let effectValues: [(type: Int, name: String, values: [EffectValue])] = [
    (5, "slider", [(0, "10")]), (5, "angle", [(1, "10")]), (5, "colour", [(2, "[1,0,0,1]")]),
    (5, "point", [(3, "[10,10]")]), (5, "checkbox", [(4, "1")]), (5, "menu", [(7, "1")]),
    (5, "layer", [(10, "1")]),
    (20, "tint", [(2, "[0,0,0,1]"), (2, "[1,1,1,1]"), (0, "50")]),
    (
      21, "fill",
      [(10, "0"), (7, "0"), (2, "[1,0,0,1]"), (7, "0"), (0, "0"), (0, "0"), (0, "1")]
    ),
    (
      22, "stroke",
      [
        (10, "0"), (7, "0"), (7, "0"), (2, "[1,1,1,1]"), (0, "2"), (0, "0.8"), (0, "1"), (0, "0"),
        (0, "100"), (7, "50"), (7, "1"),
      ]
    ),
    (23, "tritone", [(2, "[1,1,1,1]"), (2, "[0.5,0,0,1]"), (2, "[0,0,0,1]"), (0, "0")]),
    (
      24, "levels",
      [(7, "1"), (0, "0"), (0, "0")] + (0..<5).flatMap { _ in levels }
    ),
    (25, "drop-shadow", [(2, "[0,0,0,1]"), (0, "255"), (1, "135"), (0, "5"), (0, "5")]),
    (28, "set-matte", [(10, "0"), (7, "4"), (4, "0"), (4, "1"), (4, "1"), (4, "1")]),
    (29, "blur", [(0, "10"), (7, "1"), (7, "0")]),
    (
      35, "transform",
      [
        (3, "[0,0]"), (3, "[0,0]"), (7, "1"), (0, "100"), (0, "100"), (0, "0"), (1, "0"), (1, "0"),
        (0, "100"), (7, "1"), (0, "0"),
      ]
    ),
  ]

  private static let levels: [EffectValue] = [
    (0, "0"), (0, "1"), (0, "1"), (0, "0"), (0, "1"), (0, "0"), (0, "0"),
  ]
}
