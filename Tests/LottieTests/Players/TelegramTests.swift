import Lottie
import Testing

struct TelegramTests {
  @Test(arguments: [
    PlayerCase.layer(#""nm":"plain""#, in: .telegram),
    .layer(#""sr":1,"ao":0,"ddd":0,"ef":[],"masksProperties":[]"#, in: .telegram),
    .layer(#""sr":2"#, "telegram.stretch", in: .telegram),
    .layer(#""ao":1"#, "feature.auto-orient", in: .telegram),
    .layer(#""ddd":1"#, "feature.three-dimensional", in: .telegram),
    .layer(#""masksProperties":[{"mode":"a"}]"#, "telegram.mask", in: .telegram),
    .layer(#""masksProperties":[{"mode":"n"}]"#, "feature.mask-none", in: .telegram),
    .layer(
      #""ef":[{"ty":5,"mn":"ADBE Slider Control"}]"#, "telegram.effect-control", in: .telegram),
    .layer(#""ef":[{"ty":29}]"#, "feature.effect-blur", in: .telegram),
    .layer(#""tm":{"a":0,"k":0}"#, "telegram.time-remap", in: .telegram),
    .layers(
      #"{"ty":1,"ks":{},"ip":0,"op":9,"st":0,"sw":9,"sh":9,"sc":"#
        + ##""#ff0000"}"##, "telegram.solid", in: .telegram),
    .layers(#"{"ty":2,"refId":"a","ks":{},"ip":0,"op":9,"st":0}"#, "telegram.image", in: .telegram),
    .text(#""d":{"k":[]}"#, "feature.text", in: .telegram),
    .shapes(Drawn.star, "telegram.star", in: .telegram),
    .shapes(
      #"{"ty":"gs","o":{"a":0,"k":100},"w":{"a":0,"k":1},"g":{"p":1,"k":{"a":0,"k":[0,1,1,1]}},"#
        + #""s":{"a":0,"k":[0,0]},"e":{"a":0,"k":[9,9]},"t":1}"#, "telegram.gradient-stroke",
      in: .telegram),
    .shapes("\(Drawn.path),{\"ty\":\"mm\",\"mm\":1}", "feature.merge-paths", in: .telegram),
    .shapes(
      #"{"ty":"rp","c":{"a":0,"k":1},"o":{"a":0,"k":0},"tr":{"ty":"tr"}}"#, "feature.repeater",
      in: .telegram),
  ])
  func `stickers do without what Telegram forbids`(of: PlayerCase) {
    #expect(of.reported() == of.codes)
    let isRefused = of.findings().contains { $0.severity == .error }
    #expect(isRefused == !of.codes.isEmpty)
  }

  @Test(arguments: [
    ("512", "512", "60", "180", []), ("512", "512", "30", "90", []),
    ("512", "512", "60.0000024438501", "180.00000733155", []),
    ("512", "100", "60", "60", ["telegram.size"]),
    ("511", "513", "60", "60", ["telegram.size", "telegram.size"]),
    ("512", "512", "29.9700012207031", "60", ["telegram.frame-rate"]),
    ("512", "512", "25", "60", ["telegram.frame-rate"]),
    ("512", "512", "60", "181", ["telegram.duration"]),
    ("512", "512", "30", "91", ["telegram.duration"]),
  ])
  func `stickers are 512 pixels square, of 30 or 60 frames a second, and 3 seconds long`(
    width: String, height: String, rate: String, end: String, codes: [String]
  ) {
    let json = """
      {"v":"5.7.4","w":\(width),"h":\(height),"fr":\(rate),"ip":0,"op":\(end),"layers":[]}
      """
    #expect(PlayerCase(json: json, profile: .telegram, codes: codes).reported() == codes)
  }

  @Test(arguments: Profile.allCases.filter { $0 != .telegram })
  func `nobody else hears what only Telegram forbids`(profile: Profile) {
    let sticker = PlayerCase.layer(#""sr":2,"masksProperties":[{"mode":"a"}]"#, in: profile)
    #expect(sticker.reported() == [])
  }
}
