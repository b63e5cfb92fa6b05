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
    for file in SharedFile.allCases { try sink.put(file.rawValue, file.bytes) }
    try await writePictures(catalogue)
    for (index, page) in pages.enumerated() {
      let locale: LocaleTag? = if case .overview(let filter) = page { filter.locale } else { nil }
      let html = try await reader.html(
        of: page, in: catalogue, on: .folder(contents), at: instant, locale: locale)
      try sink.put(FolderContents.fileName(of: page), Array(html.source.utf8))
      progress.show("pages", index + 1, of: pages.count)
    }
    return pages.count
  }

  /// Draws what each gift shows now, large; as many at a time as `drawings.atOnce`.
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
          try sink.put(drawing.path, bytes)
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
      .first { drawing.shows($0.asset) }
    let name = version?.name ?? drawing.path
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
    for part in pictures.inParts {
      for asset in try await reader.store.assets(part) {
        guard let bytes = asset.bodies[.identity] else { continue }
        try sink.put("pictures/\(asset.digest.hex).webp", bytes)
      }
      done += part.count
      progress.show("pictures", done, of: pictures.count)
    }
  }
}

extension Drawing {
  /// Whether it is of an animation.
  fileprivate func shows(_ asset: SHA256Digest) -> Bool {
    switch self {
    case .motion(let digest, _), .frame(let digest, _), .still(let digest, _): digest == asset
    case .difference(let left, let right, _): left == asset || right == asset
    }
  }
}
