import ArgumentParser

/// `giftctl pictures …`.
struct PicturesGroup: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pictures", _superCommandName: Giftctl.name,
    abstract: "Makes posters and previews.",
    discussion: """
      Each version has a poster, a still of 256 pixels with alpha, and a preview, four moving \
      seconds of 192 pixels; giftctl add and import make them. A marker named "poster" in the \
      animation chooses the poster's frame.
      """,
    subcommands: [PicturesUpdate.self])
}
