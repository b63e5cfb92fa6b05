import ArgumentParser
import DrawProtocol
import GiftDomain
import GiftStore
import Pictures

/// `giftctl poster ID[@N] -o OUT`.
struct Poster: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "poster", _superCommandName: Giftctl.name,
    abstract: "Writes a gift's poster, or any frame of its animation, as PNG.",
    discussion: """
      Of a gift without a version, the live one is meant, else the latest. The poster is stored \
      with the version; with --frame, that frame is drawn now. An existing OUT is replaced.
      """)

  @Argument(
    help: .init("The gift, such as rose, or a version of it.", valueName: "id[@n]"),
    completion: Completion.gifts)
  var id: String

  @Option(help: .init("Draw this frame, counted from 0, instead of the poster.", valueName: "n"))
  var frame: UInt32?

  @Option(
    help: .init(
      "With --frame: the longer side in pixels, 1 to \(DrawLimits.side). "
        + "[default: \(Self.usualSize)]", valueName: "pixels"))
  var size: Int?

  @Option(
    name: .shortAndLong,
    help: .init(
      "Where to write: a file ending in .png, or - for standard output.", valueName: "out"),
    completion: .file(extensions: ["png"]))
  var output: String

  @OptionGroup var drawer: DrawerOptions
  @OptionGroup var global: GlobalOptions

  private static let usualSize = 512

  func run() async throws {
    let named = try VersionArgument(id)
    try refuseWhatDoesNotGoTogether()
    let target = try PictureTarget(output, option: "-o")
    let (version, image) = try await Tool().reading(global) { store in
      let version = try await pictured(named, store)
      let image = try await self.image(of: version, store)
      return (version, image)
    }
    report(version, image, target, byteCount: try target.write(image))
  }

  private func refuseWhatDoesNotGoTogether() throws(CommandError) {
    guard frame != nil || size == nil && drawer.drawWith == nil else {
      throw .usage("--size and --draw-with need --frame: the poster is stored as it is.")
    }
    guard size.map({ (1...DrawLimits.side).contains($0) }) ?? true else {
      throw .usage("--size takes a number of pixels from 1 to \(grouped(DrawLimits.side)).")
    }
    guard output != OutputFile.standardOutput || !global.json else {
      throw .usage("Give -o - or --json, not both: each writes to standard output.")
    }
  }

  private func pictured(
    _ named: VersionArgument, _ store: GiftStore
  ) async throws -> AnimationVersion {
    guard let record = try await store.record(of: named.gift) else {
      throw CommandError.giftNotFound(named.gift)
    }
    let state = try record.current()
    guard let definition = state.definition else {
      throw CommandError.giftNotFound(named.gift)
    }
    if let version = state.pictured(named.number, at: record.now) { return version }
    guard let number = named.number else { throw StoreError.rejected(.noVersion(named.gift)) }
    throw StoreError.rejected(
      .versionNotFound(named.gift, number, latest: definition.latestVersion))
  }

  /// The poster, or the frame.
  private func image(of version: AnimationVersion, _ store: GiftStore) async throws -> Bitmap {
    guard let frame else { return try await store.poster(of: version).image.get() }
    let animation = try await store.animation(of: version)
    let drawn: NumberedFrame
    do {
      drawn = try await drawer.tool.numberedFrame(
        frame, of: animation, longerSide: size ?? Self.usualSize)
    } catch {
      throw CommandError(error, drawing: version.name)
    }
    switch drawn {
    case .drawn(let image): return image
    case .missing(let count):
      throw CommandError.usage(
        "\(version.name) has \(counted(Int(count), "frame")): --frame takes 0 to "
          + "\(grouped(Int(count) - 1)).")
    }
  }

  private func report(
    _ version: AnimationVersion, _ image: Bitmap, _ target: PictureTarget, byteCount: Int
  ) {
    guard !global.json else {
      return Terminal.printJSON([
        "id": version.gift, "version": version.number, "frame": frame, "out": target.path,
        "width": image.width, "height": image.height, "byteCount": byteCount,
      ])
    }
    let what = frame.map { "frame \($0)" } ?? "poster"
    let line =
      "\(version.name): \(what), \(image.width)×\(image.height), "
      + "\(grouped(byteCount)) bytes"
    switch target {
    case .standardOutput: Terminal.say(line)
    case .file(let path): Terminal.print("\(shown(path)): \(line)")
    }
  }
}
