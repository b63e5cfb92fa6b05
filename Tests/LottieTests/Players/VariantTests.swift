import Lottie
import Mutants
import Testing

/// The animations that `make players` gives to players.
struct VariantTests {
  @Test func `every base of the variants is accepted`() throws {
    let bases = try Variants.all().filter { $0.name.hasSuffix("/unchanged") }
    #expect(bases.count > 50)
    for base in bases {
      let errors = Lottie.check(base.bytes, .gift).findings.filter { $0.severity == .error }
      #expect(errors.isEmpty, "\(base.name)")
    }
  }

  @Test func `every variant has a name of its own and is JSON`() throws {
    let variants = try Variants.all()
    #expect(Set(variants.map(\.name)).count == variants.count)
    for variant in variants {
      #expect(throws: Never.self, "\(variant.name)") { try JSONDocument(reading: variant.bytes) }
    }
  }

  @Test(arguments: [
    ("path/layers.0.shapes.0.it.0.ks/one-keyframe", []),
    ("text-keyframes/layers.0.t.d.k.1/deleted", []),
    ("fill/layers.0.shapes.0.it.1.o/one-keyframe", ["keyframe.alone"]),
    ("legacy-opacity/layers.0.ks.o.k.1/deleted", ["keyframe.alone"]),
    ("group-transform/layers.0.shapes.0.it.2/deleted", ["shape.group-transform"]),
    ("group/layers.0.shapes.0.it.0.it/empty", ["top.invisible", "shape.group-transform"]),
    ("glyphs/chars.0.data.shapes.0.it.0.nm/deleted", []),
    ("animation/layers.0.ty/as-13", ["top.invisible", "layer.camera"]),
    ("matte-1/layers.0.ty/as-3", ["reference.matte-layer"]),
    ("matte-1/layers.1.ty/as-3", ["reference.matte-layer"]),
    ("text-box/layers.0.t.d.k.0.s.sz.0/number", ["text.box-narrow"]),
    ("text-box/layers.0.t.d.k.0.s.sz.0/negative", ["text.box-narrow"]),
    ("text-box/layers.0.t.d.k.0.s.sz.0/null", ["structure.kind-default", "text.box-narrow"]),
    ("text-box/layers.0.t.d.k.0.s.sz.0/empty", ["structure.kind-default", "text.box-narrow"]),
    ("text-box/layers.0.t.d.k.0.s.sz.0/huge", []),
  ])
  func `what stops lottie-web is an error, and what it reads with care is not`(
    name: String, codes: [String]
  ) throws {
    let variant = try #require(try Variants.all().first { $0.name == name })
    let report = Lottie.check(variant.bytes, CheckPolicy(.web))
    #expect(report.findings.filter { $0.severity == .error }.map(\.code) == codes)
  }

  @Test(arguments: [
    ("star/layers.0.shapes.0.it.0.ir/deleted", "\"ir\"", false),
    ("star/layers.0.shapes.0.it.0.ir/null", "\"ir\":null", true),
    ("star/layers.0.shapes.0.it.0.ty/as-rc", "{\"ty\":\"rc\",\"nm\":\"sr\"", true),
    ("star/layers.0.shapes.0.it.0.sy/fraction", "\"sy\":1.0", true),
    ("moving-opacity/layers.0.ks.o.k.1/deleted", "\"s\":[50]}]", true),
    (
      "fill/layers.0.shapes.0.it.1.o/one-keyframe", "\"o\":{\"a\":1,\"k\":[{\"t\":0,\"s\":[100]}]}",
      true
    ),
  ])
  func `a variant differs in the place and the way that its name tells`(
    name: String, text: String, isThere: Bool
  ) throws {
    let variant = try #require(try Variants.all().first { $0.name == name })
    #expect(String(decoding: variant.bytes, as: UTF8.self).contains(text) == isThere)
  }
}
