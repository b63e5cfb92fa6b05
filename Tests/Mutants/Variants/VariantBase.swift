/// A small animation that all players of gifts draw, made to be varied in one place.
struct VariantBase: Sendable {
  let name: String
  /// The JSON.
  let text: String
  /// The JSON pointer of the construct that is varied; empty for the whole animation.
  let subject: String

  /// Bases of every construct that the check knows.
  static let all = whole + layers + timed + masks + effects + text + shapes + properties

  /// An animation of one second and 100 × 100 pixels.
  init(
    _ name: String, _ subject: String, layers: [String], assets: [String] = [], more: String = ""
  ) {
    self.name = name
    self.subject = subject
    text = """
      {"v":"5.7.4","fr":30,"ip":0,"op":30,"w":100,"h":100,"nm":"variant","ddd":0,\
      "assets":[\(assets.joined(separator: ","))],\
      "layers":[\(layers.joined(separator: ","))]\(more)}
      """
  }

  /// What belongs to the animation itself, and to a layer and a group of the usual kind.
  private static let whole: [VariantBase] = [
    VariantBase(
      "animation", "", layers: [BaseText.shapeLayer([BaseText.ellipse, BaseText.fill])],
      more: #","markers":[{"tm":5,"cm":"start","dr":10}],"meta":{"g":"made by code"},"slots":{}"#)
  ]

  /// A shape in a group, with what it needs to be seen.
  private init(shape name: String, _ items: [String], at position: Int = 0) {
    self.init(
      name, "/layers/0/shapes/0/it/\(position)", layers: [BaseText.shapeLayer(items)])
  }

  private static let shapes: [VariantBase] = [
    VariantBase(shape: "path", [BaseText.path, BaseText.fill]),
    VariantBase(shape: "rectangle", [BaseText.rectangle, BaseText.fill]),
    VariantBase(shape: "ellipse", [BaseText.ellipse, BaseText.fill]),
    VariantBase(shape: "star", [BaseText.star(1), BaseText.fill]),
    VariantBase(shape: "polygon", [BaseText.star(2), BaseText.fill]),
    VariantBase(shape: "fill", [BaseText.ellipse, BaseText.fill], at: 1),
    VariantBase(shape: "stroke", [BaseText.ellipse, BaseText.stroke()], at: 1),
    VariantBase(shape: "dashes", [BaseText.ellipse, BaseText.stroke(dashes: true)], at: 1),
    VariantBase(
      shape: "linear-gradient", [BaseText.ellipse, BaseText.gradient("gf", type: 1)], at: 1),
    VariantBase(
      shape: "radial-gradient", [BaseText.ellipse, BaseText.gradient("gf", type: 2)], at: 1),
    VariantBase(
      shape: "gradient-stroke", [BaseText.ellipse, BaseText.gradient("gs", type: 1)], at: 1),
    VariantBase(
      shape: "group",
      [BaseText.group([BaseText.ellipse, BaseText.fill]), BaseText.fill]),
    VariantBase(shape: "group-transform", [BaseText.ellipse, BaseText.fill], at: 2),
    VariantBase(shape: "trim", [BaseText.ellipse, BaseText.stroke(), BaseText.trim(1)], at: 2),
    VariantBase(
      shape: "trim-together", [BaseText.ellipse, BaseText.stroke(), BaseText.trim(2)], at: 2),
    VariantBase(shape: "repeater", [BaseText.ellipse, BaseText.fill, BaseText.repeater], at: 2),
    VariantBase(
      shape: "rounded-corners",
      [BaseText.path, #"{"ty":"rd","nm":"rd","r":\#(BaseText.fixed("5"))}"#, BaseText.fill], at: 1),
    VariantBase(
      shape: "merge",
      [BaseText.ellipse, BaseText.rectangle, #"{"ty":"mm","nm":"mm","mm":1}"#, BaseText.fill],
      at: 2),
    VariantBase(
      shape: "offset",
      [
        BaseText.path,
        #"{"ty":"op","nm":"op","a":\#(BaseText.fixed("3")),"lj":1,"ml":\#(BaseText.fixed("4"))}"#,
        BaseText.fill,
      ], at: 1),
    VariantBase(
      shape: "pucker",
      [BaseText.path, #"{"ty":"pb","nm":"pb","a":\#(BaseText.fixed("20"))}"#, BaseText.fill],
      at: 1),
    VariantBase(
      shape: "twist",
      [
        BaseText.path,
        #"{"ty":"tw","nm":"tw","a":\#(BaseText.fixed("20")),"c":\#(BaseText.fixed("[0,0]"))}"#,
        BaseText.fill,
      ], at: 1),
    VariantBase(
      shape: "zig-zag",
      [
        BaseText.path,
        #"{"ty":"zz","nm":"zz","s":\#(BaseText.fixed("4")),"r":\#(BaseText.fixed("3")),"#
          + #""pt":\#(BaseText.fixed("1"))}"#, BaseText.fill,
      ], at: 1),
    VariantBase(
      shape: "no-fill", [BaseText.path, BaseText.fill, #"{"ty":"no","nm":"no"}"#], at: 2),
  ]
}

/// The JSON of which bases are made.
enum BaseText {
  /// A property that does not move.
  static func fixed(_ value: String) -> String { #"{"a":0,"k":\#(value),"ix":1}"# }

  /// A property that moves from the first frame to the last.
  static func moving(_ start: String, _ end: String) -> String {
    """
    {"a":1,"k":[{"i":{"x":[0.8],"y":[1]},"o":{"x":[0.2],"y":[0]},"t":0,"s":\(start)},\
    {"t":29,"s":\(end)}],"ix":1}
    """
  }

  /// The transform of a layer, with other members in place of some.
  static func transform(
    position: String = fixed("[50,50,0]"), rotation: String = fixed("0"),
    scale: String = fixed("[100,100,100]"), opacity: String = fixed("100"),
    anchor: String = fixed("[0,0,0]"), more: String = ""
  ) -> String {
    """
    {"o":\(opacity),"r":\(rotation),"p":\(position),"a":\(anchor),"s":\(scale)\(more)}
    """
  }

  /// A layer that shows all the time.
  static func layer(
    _ type: Int, index: Int = 1, more: String = "", transform: String = BaseText.transform()
  ) -> String {
    """
    {"ddd":0,"ind":\(index),"ty":\(type),"nm":"layer \(index)","sr":1,"ks":\(transform),"ao":0,\
    "ip":0,"op":30,"st":0,"bm":0\(more)}
    """
  }

  /// A layer with a group of shapes.
  static func shapeLayer(
    _ items: [String], index: Int = 1, more: String = "",
    transform: String = BaseText.transform()
  ) -> String {
    """
    {"ddd":0,"ind":\(index),"ty":4,"nm":"layer \(index)","sr":1,"ks":\(transform),"ao":0,\
    "shapes":[\(group(items))],"ip":0,"op":30,"st":0,"bm":0\(more)}
    """
  }

  /// Shapes with a transform of their own.
  static func group(_ items: [String]) -> String {
    """
    {"ty":"gr","nm":"group","np":\(items.count),"hd":false,"it":[\(items.joined(separator: ",")),\
    \(groupTransform)]}
    """
  }

  static let groupTransform = """
    {"ty":"tr","nm":"tr","p":\(fixed("[0,0]")),"a":\(fixed("[0,0]")),"s":\(fixed("[100,100]")),\
    "r":\(fixed("0")),"o":\(fixed("100")),"sk":\(fixed("0")),"sa":\(fixed("0"))}
    """
  static let triangle = """
    {"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]],"v":[[0,-30],[30,30],[-30,30]],"c":true}
    """
  static let path = #"{"ty":"sh","nm":"sh","hd":false,"ind":0,"d":1,"ks":\#(fixed(triangle))}"#
  static let rectangle = """
    {"ty":"rc","nm":"rc","hd":false,"d":1,"p":\(fixed("[0,0]")),"s":\(fixed("[60,40]")),\
    "r":\(fixed("4"))}
    """
  static let ellipse = """
    {"ty":"el","nm":"el","hd":false,"d":1,"p":\(fixed("[0,0]")),"s":\(fixed("[60,40]"))}
    """
  static let fill = """
    {"ty":"fl","nm":"fl","hd":false,"c":\(fixed("[0.9,0.2,0.3,1]")),"o":\(fixed("100")),"r":1,\
    "bm":0}
    """

  /// A star, or a polygon, which has no inner points.
  static func star(_ kind: Int) -> String {
    let inner = #","ir":\#(fixed("15")),"is":\#(fixed("0"))"#
    return """
      {"ty":"sr","nm":"sr","hd":false,"sy":\(kind),"d":1,"pt":\(fixed("5")),"p":\(fixed("[0,0]")),\
      "r":\(fixed("0"))\(kind == 1 ? inner : ""),"or":\(fixed("30")),"os":\(fixed("0"))}
      """
  }

  static func stroke(dashes: Bool = false) -> String {
    let pattern = """
      ,"d":[{"n":"d","nm":"dash","v":\(fixed("8"))},{"n":"g","nm":"gap","v":\(fixed("4"))},\
      {"n":"o","nm":"offset","v":\(fixed("2"))}]
      """
    return """
      {"ty":"st","nm":"st","hd":false,"c":\(fixed("[0.1,0.2,0.9,1]")),"o":\(fixed("100")),\
      "w":\(fixed("6")),"lc":2,"lj":1,"ml":4\(dashes ? pattern : ""),"bm":0}
      """
  }

  static let stops = "[0,1,0,0,0.5,0,1,0,1,0,0,1]"

  static func gradient(_ word: String, type: Int, colours: String = fixed(stops)) -> String {
    let radial = #","h":\#(fixed("0")),"a":\#(fixed("0"))"#
    let line = #","w":\#(fixed("6")),"lc":2,"lj":1,"ml":4"#
    return """
      {"ty":"\(word)","nm":"\(word)","hd":false,"o":\(fixed("100")),"r":1,"bm":0,"t":\(type),\
      "g":{"p":3,"k":\(colours)},"s":\(fixed("[-30,0]")),"e":\(fixed("[30,0]"))\
      \(type == 2 ? radial : "")\(word == "gs" ? line : "")}
      """
  }

  static func trim(_ mode: Int) -> String {
    """
    {"ty":"tm","nm":"tm","hd":false,"s":\(fixed("10")),"e":\(fixed("80")),"o":\(fixed("0")),\
    "m":\(mode)}
    """
  }

  static let repeater = """
    {"ty":"rp","nm":"rp","hd":false,"c":\(fixed("3")),"o":\(fixed("0")),"m":1,"tr":{"ty":"tr",\
    "p":\(fixed("[10,0]")),"a":\(fixed("[0,0]")),"s":\(fixed("[90,90]")),"r":\(fixed("10")),\
    "so":\(fixed("100")),"eo":\(fixed("50"))}}
    """

  /// A picture of 4 × 4 pixels, all red, embedded.
  static let image = """
    {"id":"image_0","w":200,"h":200,"u":"","e":1,"p":"data:image/png;base64,iVBORw0KGgoAAAANSUhE\
    UgAAAMgAAADICAAAAACIM/FCAAAAt0lEQVR42u3PQREAAAwCIJPYP6avldhBA9InIiIiIiIiIiIiIiIiIiIiIiIiIiIi\
    IiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIi\
    IiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiJyBtzq\
    UI9yjYegAAAAAElFTkSuQmCC"}
    """
}
