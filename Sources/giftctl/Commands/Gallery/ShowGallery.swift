import ArgumentParser
import Console
import FoundationEssentials
import Gallery
import GiftDomain
import GiftPublishing
import GiftStore
import Synchronization

/// `giftctl gallery`.
struct ShowGallery: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gallery", _superCommandName: Giftctl.name,
    abstract: "Shows the whole catalogue as pages in a browser, or writes them into a folder.",
    discussion: """
      Serves pages on this machine alone, at an address that cannot be guessed, until Ctrl-C, and \
      opens a browser. They show what the database has when they are loaded; nothing can be edited \
      there. With -o the same pages go into a new folder, from where any browser opens them.
      """)

  @Option(
    name: .shortAndLong,
    help: .init("Write the pages into a folder that does not exist yet.", valueName: "folder"),
    completion: .directory)
  var output: String?

  @Flag(name: .customLong("no-open"), help: "Do not open a browser.")
  var opensNoBrowser = false

  @Option(
    help: .init("The port to listen on. [default: one that is free]", valueName: "n"))
  var port: Int?

  @OptionGroup var drawer: DrawerOptions

  @Option(time: "Begin with the catalogue at this time.")
  var at: TimeArgument?

  @OptionGroup var zone: ZoneOptions
  @OptionGroup var global: GlobalOptions

  func run() async throws {
    guard output == nil || port == nil else {
      throw CommandError.usage("Give --port or -o, not both: a folder is not served.")
    }
    guard output != "-" else {
      throw CommandError.usage("-o takes a folder: pages and pictures are many files.")
    }
    if let port, !(1...65_535).contains(port) {
      throw CommandError.usage("--port takes a number from 1 to 65535.")
    }
    let drawings = await GalleryDrawings(
      drawer.tool, atOnce: drawer.drawing.atOnce)
    if let sentence = drawings.obstacle { Terminal.explain("giftctl: \(sentence)") }
    try await Tool().reading(global) { store in
      var clock = CommandClock(store, zone: zone.tz)
      let instant = try await clock.instant(at)
      let rules = try await self.rules(store)
      let reader = GalleryReader(
        store: store, zone: rules ?? .utc, style: rules == nil ? .utc : .current,
        drawings: drawings)
      if let output {
        try await write(reader, to: output, at: instant)
      } else {
        try await serve(reader, at: instant)
      }
    }
  }

  /// The zone of times on the pages; nil if the machine's has no name that the database knows.
  private func rules(_ store: GiftStore) async throws -> ZoneRules? {
    if let name = zone.tz { return try await store.rules(ofZone: name) }
    if let name = TimeStyle.current.clock?.zone, let rules = try await store.zone(name) {
      return rules
    }
    Terminal.explain(
      "giftctl: Times are in UTC, as the database does not know your zone: give --tz.")
    return nil
  }

  private func serve(_ reader: GalleryReader, at instant: Timestamp?) async throws {
    let server = GalleryServer(
      reader: reader, token: GalleryToken(), port: port ?? 0, instant: instant)
    let page = Mutex<StartPage?>(nil)
    defer { page.withLock { $0?.remove() } }
    try await server.run { address in
      if global.json {
        Terminal.printJSON(["url": address])
      } else {
        Terminal.print(address)
        Terminal.explain("The gallery is open until Ctrl-C.")
      }
      guard !opensNoBrowser, Terminal.errorIsTerminal else { return }
      let environment = ProcessInfo.processInfo.environment
      // Without a page no browser is opened; the address has been printed.
      guard let start = try? StartPage(to: address, environment: environment) else { return }
      page.withLock { $0 = start }
      await BrowserLaunch.open(start.address)
    }
  }

  private func write(
    _ reader: GalleryReader, to folder: String, at instant: Timestamp?
  ) async throws {
    let progress = ProgressBar(ProcessInfo.processInfo.environment)
    let sink = try ExportSink(folder, of: "gallery")
    Interruption.current.says(sink.discard())
    let count: Int
    do {
      count = try await GalleryFolder(reader: reader, sink: sink, progress: progress)
        .write(at: instant)
      progress.clear()
      try sink.finish()
    } catch {
      progress.clear()
      sink.discard()
      throw error
    }
    if global.json {
      Terminal.printJSON(["pages": count])
    } else {
      Terminal.print("\(shown(folder)): \(counted(count, "page")); open index.html in a browser")
    }
  }
}
