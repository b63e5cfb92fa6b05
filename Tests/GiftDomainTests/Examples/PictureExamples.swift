import GiftDomain
import Testing

/// What an edit of pictures does, and what clients see of it.
struct PictureExamples {
  private let rose: GiftID
  private let bytes: AnimationCandidate
  private let pictures: VersionPictures
  private var catalogue: CommandCatalogue

  init() throws {
    var chance = SplitMix64(seed: 1)
    rose = try GiftID("rose")
    catalogue = try CommandCatalogue(&chance)
    bytes = try chance.candidate()
    pictures = try Self.drawn(byte: 1, settings: 1)
    let publish = Command.publish(
      gift: rose, version: nil, from: nil, until: nil, replace: .nothing)
    catalogue = try #require(
      try catalogue.applying([.addVersion(gift: rose, animation: bytes), publish]))
  }

  private static func drawn(byte: UInt8, settings: Int64) throws -> VersionPictures {
    let picture = try Picture(
      asset: try SHA256Digest(bytes: [UInt8](repeating: byte, count: SHA256Digest.byteCount)),
      byteCount: 20, width: 256, height: 128)
    return VersionPictures(
      maker: try PictureMaker(renderer: String(repeating: "0", count: 40), settings: settings),
      outcome: .drawn(PicturePair(poster: picture, preview: picture)))
  }

  private func edit(_ pictures: VersionPictures) -> Command {
    .setPictures(gift: rose, animation: bytes.asset, pictures: pictures, replace: true)
  }

  private func current(_ catalogue: CommandCatalogue) throws -> VersionPictures? {
    let state = try #require(try catalogue.state.gifts[rose])
    return state.versions.first { $0.asset == bytes.asset }?.pictures
  }

  @Test func `clients see new pictures of a live version, and not who drew them`() throws {
    let first = try #require(try catalogue.difference(of: [edit(pictures)]))
    #expect(first.altersCatalogue(now: catalogue.now))
    let drawn = try #require(try catalogue.applying([edit(pictures)]))
    let same = try #require(
      try drawn.difference(of: [edit(try Self.drawn(byte: 1, settings: 2))]))
    #expect(!same.isEmpty && !same.altersCatalogue(now: drawn.now))
    let other = try #require(
      try drawn.difference(of: [edit(try Self.drawn(byte: 2, settings: 2))]))
    #expect(other.altersCatalogue(now: drawn.now))
  }

  @Test func `clients see nothing of the pictures of a draft`() throws {
    let off = try #require(try catalogue.applying([.retire(gift: rose, at: nil)]))
    let drawn = try #require(try off.difference(of: [edit(pictures)]))
    #expect(!drawn.isEmpty && !drawn.altersCatalogue(now: off.now))
  }

  @Test func `pictures of bytes that the gift does not have are refused`() throws {
    let digest = try SHA256Digest(bytes: [UInt8](repeating: 9, count: SHA256Digest.byteCount))
    #expect(throws: Rejection.animationNotFound(rose, digest)) {
      try catalogue.state.applying([
        .setPictures(gift: rose, animation: digest, pictures: pictures, replace: true)
      ])
    }
  }

  @Test func `undo restores earlier pictures, and a rollback leaves them alone`() throws {
    let drawn = try #require(try catalogue.applying([edit(pictures)]))
    let redrawn = try #require(
      try drawn.applying([edit(try Self.drawn(byte: 2, settings: 2))]))
    let undone = try #require(try redrawn.applying([.undo(change: redrawn.last)]))
    #expect(try current(undone) == pictures)
    let back = try #require(try redrawn.applying([.rollBack(gift: rose, to: drawn.last)]))
    #expect(try current(back) == current(redrawn))
  }

  @Test func `a rollback is of the last edit of more than pictures`() throws {
    let price = try catalogue.state.gifts[rose]?.definition?.price
    var patch = DefinitionPatch()
    patch.price = try Price(77)
    let priced = try #require(try catalogue.applying([.define(gift: rose, patch: patch)]))
    let drawn = try #require(try priced.applying([edit(pictures)]))
    let back = try #require(try drawn.applying([.rollBack(gift: rose, to: nil)]))
    #expect(try priced.state.gifts[rose]?.definition?.price == patch.price)
    #expect(try back.state.gifts[rose]?.definition?.price == price)
    #expect(try current(back) == pictures)
  }

  @Test func `new pictures do not surprise who edits a gift meanwhile`() throws {
    let drawn = try #require(try catalogue.applying([edit(pictures)]))
    let retire = [Command.retire(gift: rose, at: nil)]
    #expect(try !drawn.state.applying(retire, expecting: catalogue.last).isEmpty)
    #expect(throws: EditRejection.self) {
      try drawn.state.applying(retire, expecting: catalogue.last.previous)
    }
  }

  @Test func `drawn pictures are only replaced if that is wanted, others always`() throws {
    func meek(_ pictures: VersionPictures) -> Command {
      .setPictures(gift: rose, animation: bytes.asset, pictures: pictures, replace: false)
    }
    let other = try Self.drawn(byte: 2, settings: 2)
    let drawn = try #require(try catalogue.applying([meek(pictures)]))
    #expect(try current(drawn) == pictures)
    #expect(try current(try #require(try drawn.applying([meek(other)]))) == pictures)
    let late = VersionPictures(maker: pictures.maker, outcome: .undrawn(.late))
    let undrawn = try #require(try drawn.applying([edit(late)]))
    #expect(try current(try #require(try undrawn.applying([meek(other)]))) == other)
  }

  @Test(arguments: [
    "", "0123", String(repeating: "A", count: 40), String(repeating: "g", count: 40),
  ])
  func `a renderer is 40 hexadecimal digits`(text: String) {
    #expect(throws: DomainError.malformed(.renderer, text: text)) {
      try PictureMaker(renderer: text, settings: 1)
    }
  }
}
