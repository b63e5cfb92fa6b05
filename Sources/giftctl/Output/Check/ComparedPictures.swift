import ArgumentParser
import GiftDomain
import Pictures

/// The option of commands that compare two animations.
struct SheetOptions: ParsableArguments {
  @Option(
    help: .init(
      "Write frames of both as PNG, replacing an older file: A above B, and below them where "
        + "they differ.",
      valueName: "file"),
    completion: .file(extensions: ["png"]))
  var pictures: String?

  /// Where the sheet goes; nil if there is to be none.
  ///
  /// Throws `CommandError.usage`.
  func target() throws(CommandError) -> PictureTarget? {
    guard let pictures else { return nil }
    guard pictures != OutputFile.standardOutput else {
      throw .usage("--pictures takes the name of a PNG file, ending in .png.")
    }
    return try PictureTarget(pictures, option: "--pictures")
  }
}

/// The contact sheet of two animations, after it is written.
struct ComparedPictures: Sendable {
  private let path: String
  private let sheet: ContactSheet

  /// Draws both animations, and writes the sheet; nil without a target.
  ///
  /// Throws `CommandError.undrawable`, `drawing` or `file`.
  init?(
    _ before: AnimationComparison.Side, _ after: AnimationComparison.Side,
    to target: PictureTarget?, with tool: DrawingTool
  ) async throws(CommandError) {
    guard let target else { return nil }
    let frames = (
      before: try await Self.frames(of: before, tool), after: try await Self.frames(of: after, tool)
    )
    sheet = await ContactSheet.comparing(frames.before, frames.after)
    path = target.path
    _ = try target.write(sheet.image)
  }

  private static func frames(
    of side: AnimationComparison.Side, _ tool: DrawingTool
  ) async throws(CommandError) -> [Bitmap] {
    do {
      return try await tool.frames(
        of: side.bytes, at: ContactSheet.positions, longerSide: ContactSheet.longerSide)
    } catch {
      throw CommandError(error, drawing: side.name)
    }
  }

  /// Whether a pixel differs.
  var isDifferent: Bool { sheet.share > 0 }

  var lines: [String] {
    let count = sheet.shares.count
    let share =
      isDifferent
      ? "\(percent(sheet.share)) of what is visible differs, "
        + "\(percent(sheet.shares.max() ?? 0)) where most does"
      : "nothing visible differs"
    return [
      "pictures: \(share)",
      "\(shown(path)): \(count) moments, A above B, and below them where they differ",
    ]
  }

  var document: JSONObject {
    [
      "out": path, "width": sheet.image.width, "height": sheet.image.height, "share": sheet.share,
      "shares": sheet.shares,
    ]
  }
}
