import Gallery
import GiftDomain
import GiftStore
import Pictures

/// Writes the gallery as files that link to each other, with all pictures.
struct GalleryFolder {
  /// The coming boundaries that have a page.
  private static let boundaries = 12

  let reader: GalleryReader
  let sink: ExportSink
  let progress: ProgressBar

  /// Writes everything, as of an instant, nil for now; returns the number of pages.
  func write(at instant: Timestamp?) async throws -> Int {
    let catalogue = try await reader.catalogue(at: instant)
    let drawings = try await writeDrawings(catalogue)
    let pages = catalogue.pages(boundaries: Self.boundaries)
    let contents = FolderContents(pages: Set(pages), drawings: drawings)
    for file in SharedFile.allCases { try sink.put(file.rawValue, file.bytes, isFirst: true) }
    try await writePictures(catalogue)
    for (index, page) in pages.enumerated() {
      guard let html = try await self.page(page, catalogue, contents, at: instant) else {
        continue
      }
      try sink.put(
        FolderContents.fileName(of: page), Array(html.source.utf8), isFirst: true)
      progress.show("pages", index + 1, of: pages.count)
    }
    return pages.count
  }

  private func page(
    _ page: Page, _ catalogue: ShownCatalogue, _ contents: FolderContents, at instant: Timestamp?
  ) async throws -> HTML? {
    let locale: LocaleTag? = if case .overview(let filter) = page { filter.locale } else { nil }
    let pages = GalleryPages(
      PageContext(
        site: .folder(contents), clock: PageClock(zone: reader.zone, now: catalogue.now),
        at: instant, locale: locale,
        lightPreviews: try await reader.lightPreviews(on: page, of: catalogue)))
    switch page {
    case .overview(let filter): return pages.overview(catalogue, filter)
    case .boundary(let boundary): return pages.boundary(catalogue, at: boundary)
    case .gift(let gift, let focus):
      return try await reader.content(of: gift, focus, in: catalogue)
        .map { pages.gift($0, focus, in: catalogue) }
    case .rotation(let name):
      return catalogue.rotations.first { $0.name == name }
        .map { pages.rotation($0, reader.sentence(of: $0), in: catalogue) }
    }
  }

  /// Draws what each gift shows now, large; as many at a time as the machine has processors.
  private func writeDrawings(_ catalogue: ShownCatalogue) async throws -> Set<Drawing> {
    guard reader.drawings.canDraw else { return [] }
    let light = try await reader.lightPreviews(on: .overview(.all), of: catalogue)
    let wanted = catalogue.largeDrawings(lightPreviews: light)
    return try await withThrowingTaskGroup(of: (Drawing, Result<[UInt8]?, DrawingFailure>).self) {
      group in
      var rest = wanted.makeIterator()
      var drawn: Set<Drawing> = []
      var failures: [(Drawing, DrawingFailure)] = []
      func addNext() {
        guard let drawing = rest.next() else { return }
        group.addTask { [reader] in
          do {
            let bytes = try await reader.drawings.bytes(of: drawing, from: reader.store)
            return (drawing, .success(bytes))
          } catch DrawingError.failure(let failure) {
            return (drawing, .failure(failure))
          }
        }
      }
      for _ in 0..<reader.drawings.atOnce { addNext() }
      var done = 0
      while let (drawing, outcome) = try await group.next() {
        done += 1
        progress.show("drawn", done, of: wanted.count)
        switch outcome {
        case .success(let bytes?):
          try sink.put(drawing.path, bytes, isFirst: true)
          drawn.insert(drawing)
        case .success(nil): break
        case .failure(let failure): failures.append((drawing, failure))
        }
        addNext()
      }
      explain(failures, in: catalogue)
      return drawn
    }
  }

  /// Says what is missing in the folder, and why the first of it is.
  private func explain(
    _ failures: [(Drawing, DrawingFailure)], in catalogue: ShownCatalogue
  ) {
    guard let (drawing, failure) = failures.first else { return }
    let version = catalogue.states.flatMap(\.versions)
      .first { version in Gallery.Ground.allCases.contains { .motion(version.asset, $0) == drawing }
      }
    let name = version.map { "\($0.gift) version \($0.number)" } ?? drawing.path
    progress.clear()
    Terminal.explain(
      "giftctl: \(counted(failures.count, "large animation")) left out, \(name) first: "
        + failure.userMessage(name).sentence)
  }

  private func writePictures(_ catalogue: ShownCatalogue) async throws {
    let pictures = Set(
      catalogue.states.flatMap(\.versions).compactMap(\.pictures?.pair).flatMap(\.all)
        .map(\.asset)
    ).sorted { $0.hex < $1.hex }
    var done = 0
    for start in stride(from: 0, to: pictures.count, by: StoreLimits.assetsAtOnce) {
      let part = Array(pictures[start..<min(start + StoreLimits.assetsAtOnce, pictures.count)])
      for asset in try await reader.store.assets(part) {
        guard let bytes = asset.bodies[.identity] else { continue }
        try sink.put("pictures/\(asset.digest.hex).webp", bytes, isFirst: true)
      }
      done += part.count
      progress.show("pictures", done, of: pictures.count)
    }
  }
}
