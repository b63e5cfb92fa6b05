internal import Glibc

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
    // Safe: both have height rows of width pixels, and outlive the call.
    let bounds = unsafe pixels.withUnsafeBytes { new in
      unsafe earlier.pixels.withUnsafeBytes { old in unsafe changedBounds(new, old) }
    }
    guard let bounds else { return nil }
    let (x, y) = (bounds.columns.lowerBound / step * step, bounds.rows.lowerBound / step * step)
    let right = min((bounds.columns.upperBound + step - 1) / step * step, width)
    let bottom = min((bounds.rows.upperBound + step - 1) / step * step, height)
    return PixelArea(x: x, y: y, width: right - x, height: bottom - y)
  }

  private func changedBounds(
    _ new: UnsafeRawBufferPointer, _ old: UnsafeRawBufferPointer
  ) -> (columns: Range<Int>, rows: Range<Int>)? {
    guard let newStart = new.baseAddress, let oldStart = old.baseAddress else { return nil }
    let rowBytes = width * Self.channels
    func differs(_ pixel: Int) -> Bool {
      let offset = pixel * Self.channels
      return unsafe new.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        != old.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
    }
    var (left, right) = (width, 0)
    var rows: Range<Int>?
    for y in 0..<height {
      // Safe: the row is within both images.
      let isEqual = unsafe memcmp(newStart + y * rowBytes, oldStart + y * rowBytes, rowBytes) == 0
      guard !isEqual else { continue }
      rows = (rows?.lowerBound ?? y)..<(y + 1)
      // Only what is outside the columns that are known to differ is of interest.
      left = (0..<left).first { differs(y * width + $0) } ?? left
      right = (right..<width).last { differs(y * width + $0) }.map { $0 + 1 } ?? right
    }
    return rows.map { (left..<right, $0) }
  }
}
