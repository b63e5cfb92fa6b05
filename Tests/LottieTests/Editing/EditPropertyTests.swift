import Lottie
import Testing

/// What holds for every document: those of the project, and the public ones beside it.
struct EditPropertyTests {
  private static let files =
    Material.names(in: Material.fixtures, suffix: ".json").map { "\(Material.fixtures)/\($0)" }
    + corpus.map { folder in
      Material.names(in: folder, suffix: ".json").map { "\(folder)/\($0)" }
    }.joined()
  /// The larger ones differ from the rest in nothing but the time they take.
  private static let largest = 24_000
  private static let corpus = [Material.sharedFolder("corpus")].compactMap { $0 }

  /// Each file with its bytes and its document; those that are no animation are left out.
  private static func forEach(
    _ body: (String, [UInt8], JSONDocument) throws -> Void
  ) throws {
    var count = 0
    for file in files {
      let bytes = try Material.bytes(file)
      // Files that break JSON on purpose are among the fixtures.
      guard bytes.count <= largest, let json = try? JSONDocument(reading: bytes),
        json.kind(of: .root) == .object
      else { continue }
      count += 1
      try body(file, bytes, json)
    }
    #expect(count > 12)
  }

  /// Outside the splices, what comes out is what went in; and it parses.
  private static func edit(_ bytes: [UInt8], _ edit: AnimationEdit) throws -> EditedAnimation {
    let edited = try Lottie.edit(bytes, [edit])
    _ = try JSONDocument(reading: edited.bytes)
    let splices = edited.steps.flatMap(\.splices)
    #expect(
      zip(splices, splices.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound })
    #expect(Editing.differ(bytes, edited.bytes, by: splices))
    return edited
  }

  /// The document's tokens: brackets aside, the text of each node that holds no other.
  private static func tokens(_ bytes: [UInt8]) throws -> [ArraySlice<UInt8>] {
    let json = try JSONDocument(reading: bytes)
    var tokens: [ArraySlice<UInt8>] = []
    var node = NodeID.root
    while node.index < json.nodeCount {
      let kind = json.kind(of: node)
      tokens.append(kind == .object || kind == .array ? [UInt8(kind.rawValue)] : json.written(node))
      node = json.nodeAfter(node)
    }
    return tokens
  }

  @Test func `minifying keeps all tokens and takes all white space`() throws {
    try Self.forEach { file, bytes, _ in
      let edited = try Self.edit(bytes, .minify)
      #expect(try Self.tokens(edited.bytes) == Self.tokens(bytes), "\(file)")
      #expect(edited.steps[0].splices.allSatisfy { $0.replacement.isEmpty })
      #expect(try Self.edit(edited.bytes, .minify).isUnchanged, "\(file)")
    }
  }

  @Test func `stripping leaves no code, and what has none alone`() throws {
    try Self.forEach { file, bytes, _ in
      let edited = try Self.edit(bytes, .stripExpressions)
      #expect(!ExpressionStrippingTests.hasCode(edited.bytes), "\(file)")
      #expect(edited.isUnchanged == (edited.bytes == bytes), "\(file)")
      #expect(try Self.edit(edited.bytes, .stripExpressions).isUnchanged, "\(file)")
    }
  }

  @Test func `a new name is one splice, and can be taken back`() throws {
    try Self.forEach { file, bytes, json in
      let edited = try Self.edit(bytes, .rename("a \"new\" name"))
      #expect(edited.steps[0].splices.count == 1, "\(file)")
      guard let old = json.member("nm", of: .root), let name = json.text(of: old),
        name.utf8.count <= AnimationEdit.longestName
      else { return }
      let restored = try Self.edit(edited.bytes, .rename(name)).bytes
      #expect(restored.count <= bytes.count, "\(file)")
      #expect(try Self.edit(restored, .rename(name)).isUnchanged, "\(file)")
    }
  }

  @Test func `each layer can be dropped alone, or is named as needed`() throws {
    try Self.forEach { file, bytes, json in
      guard let list = json.member("layers", of: .root) else { return }
      let count = json.elements(of: list).reduce(0) { count, _ in count + 1 }
      for position in [0, count / 2, count - 1] where position >= 0 && count > 0 {
        do {
          let edited = try Self.edit(bytes, .dropLayers(["/layers/\(position)"]))
          guard case .droppedLayers(let dropped) = edited.steps[0].change else {
            Issue.record("\(edited.steps[0].change)")
            return
          }
          let after = try Self.tokens(edited.bytes).count
          #expect(dropped.count >= 1 && after < json.nodeCount, "\(file)")
        } catch EditError.layersInUse(let uses) {
          #expect(uses.allSatisfy { $0.layer.pointer == "/layers/\(position)" }, "\(file)")
        } catch EditError.layersNotFound {
          // An element that is no object is no layer.
        }
      }
    }
  }

  @Test func `after all images are embedded none is outside`() throws {
    var count = 0
    try Self.forEach { file, bytes, _ in
      let images: [ExternalImage]
      do {
        images = try Lottie.externalImages(in: bytes)
      } catch EditError.images {
        // Files that name images elsewhere on purpose.
        return
      }
      let files = Dictionary(
        images.map { ($0.name, Editing.png(9, 9)) }, uniquingKeysWith: { first, _ in first })
      let edited = try Self.edit(bytes, .embedImages(files))
      #expect(edited.isUnchanged == images.isEmpty, "\(file)")
      #expect(try Lottie.externalImages(in: edited.bytes) == [], "\(file)")
      count += images.count
    }
    #expect(Self.corpus.isEmpty || count > 0)
  }
}
