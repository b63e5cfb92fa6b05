/// A rectangle of an image, in pixels from the upper left corner.
struct PixelArea: Hashable, Sendable {
  let x: Int
  let y: Int
  /// At least 1.
  let width: Int
  /// At least 1.
  let height: Int
}

extension Bitmap {
  /// The smallest area outside which two images of the same size are equal, made larger to begin
  /// and end at multiples of `step`, or at the edge; nil if they are equal.
  func changedArea(since earlier: Bitmap, step: Int) -> PixelArea? {
    precondition(width == earlier.width && height == earlier.height)
    var rows: Range<Int>?
    var columns: Range<Int>?
    for y in 0..<height {
      let row = (y * width * Self.channels)..<((y + 1) * width * Self.channels)
      let (new, old) = (pixels[row], earlier.pixels[row])
      guard new != old else { continue }
      rows = (rows?.lowerBound ?? y)..<(y + 1)
      let first = zip(new, old).prefix { $0 == $1 }.count / Self.channels
      let last = zip(new.reversed(), old.reversed()).prefix { $0 == $1 }.count / Self.channels
      columns =
        min(columns?.lowerBound ?? width, first)..<max(columns?.upperBound ?? 0, width - last)
    }
    guard let rows, let columns else { return nil }
    let (x, y) = (columns.lowerBound / step * step, rows.lowerBound / step * step)
    let right = min((columns.upperBound + step - 1) / step * step, width)
    let bottom = min((rows.upperBound + step - 1) / step * step, height)
    return PixelArea(x: x, y: y, width: right - x, height: bottom - y)
  }
}
