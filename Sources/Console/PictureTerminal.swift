internal import CLibChafa
internal import Glibc

/// A terminal that shows pictures: in a protocol of its own (kitty, iTerm2, sixel), else as blocks,
/// of which each shows two pixels by the colours of its halves.
@safe package struct PictureTerminal: ~Copyable {
  /// The sequences that the terminal understands.
  private let sequences: OpaquePointer
  private let way: ChafaPixelMode
  private let colours: ChafaCanvasMode
  private let size: TerminalSize

  /// The most lines of a picture made of pixels, and of one made of blocks, which are coarser.
  private static let mostLines = (pixels: 14, blocks: 24)
  /// The lines of a terminal that a picture leaves to the prompt and to what is above.
  private static let otherLines = 3

  /// The terminal that an environment describes, by the variables that terminals set, such as
  /// `TERM`, `COLORTERM` and `TERM_PROGRAM`; nil for one without colours.
  package init?(environment: [String: String], size: TerminalSize) {
    guard Self.hasColours(environment) else { return nil }
    // Safe: it is ours until it is released below, or by deinit.
    guard let sequences = unsafe Self.sequences(of: environment) else { return nil }
    guard let colours = unsafe Self.colours(of: sequences) else {
      unsafe chafa_term_info_unref(sequences)
      return nil
    }
    unsafe self.sequences = sequences
    way = unsafe Self.way(of: sequences)
    self.colours = colours
    self.size = size
  }

  deinit { unsafe chafa_term_info_unref(sequences) }

  /// What to write to show an opaque image, its aspect kept, in at most the terminal's width; the
  /// cursor is then in its last line.
  ///
  /// `pixels` are rows from the top, of red, green, blue and alpha; another number than `width` ×
  /// `height` is the caller's mistake.
  package func text(of pixels: [UInt8], width: Int, height: Int) -> String {
    precondition(width > 0 && height > 0 && pixels.count == 4 * width * height)
    // Safe: each is ours, outlives its uses, and is released once; chafa reads `height` rows of
    // `width` pixels, which is what there is, and the text is copied before it is freed.
    let configuration = unsafe configuration(width: width, height: height)
    defer { unsafe chafa_canvas_config_unref(configuration) }
    let canvas = unsafe chafa_canvas_new(configuration)
    defer { unsafe chafa_canvas_unref(canvas) }
    unsafe chafa_canvas_draw_all_pixels(
      canvas, CHAFA_PIXEL_RGBA8_UNASSOCIATED, pixels, Int32(width), Int32(height),
      Int32(4 * width))
    guard let text = unsafe chafa_canvas_print(canvas, sequences) else {
      preconditionFailure("glib is out of memory, and did not abort")
    }
    defer { unsafe chafa_free_text(text) }
    let bytes = unsafe UnsafeRawBufferPointer(start: text.pointee.str, count: Int(text.pointee.len))
    return unsafe String(decoding: bytes, as: UTF8.self)
  }

  /// A configuration of chafa for an image of that size, to be released.
  private func configuration(width: Int, height: Int) -> OpaquePointer? {
    // Kitty and iTerm2 scale a picture to its characters, so the pixels of one do not matter; where
    // pixels stay what they are, they do.
    let cell = size.cell ?? .usual
    let drawn = way == CHAFA_PIXEL_MODE_SIXELS ? cell : .usual
    let isBlocks = way == CHAFA_PIXEL_MODE_SYMBOLS
    var columns = Int32(clamping: size.columns)
    var lines = Int32(
      clamping: min(
        isBlocks ? Self.mostLines.blocks : Self.mostLines.pixels,
        max(size.lines - Self.otherLines, 1)))
    // Safe: the numbers live during the call; the configuration and the symbols are ours until they
    // are released, and the configuration copies the symbols.
    unsafe chafa_calc_canvas_geometry(
      Int32(width), Int32(height), &columns, &lines, Float(cell.width) / Float(cell.height), 1, 0)
    let configuration = unsafe chafa_canvas_config_new()
    unsafe chafa_canvas_config_set_pixel_mode(configuration, way)
    unsafe chafa_canvas_config_set_canvas_mode(configuration, colours)
    unsafe chafa_canvas_config_set_geometry(configuration, max(columns, 1), max(lines, 1))
    unsafe chafa_canvas_config_set_cell_geometry(
      configuration, Int32(drawn.width), Int32(drawn.height))
    let symbols = unsafe chafa_symbol_map_new()
    unsafe chafa_symbol_map_add_by_tags(symbols, CHAFA_SYMBOL_TAG_VHALF)
    unsafe chafa_canvas_config_set_symbol_map(configuration, symbols)
    unsafe chafa_symbol_map_unref(symbols)
    return unsafe configuration
  }
}

extension PictureTerminal {
  /// What chafa knows of the terminal, to be released.
  private static func sequences(of environment: [String: String]) -> OpaquePointer? {
    var variables = unsafe known(environment).map { unsafe strdup("\($0.key)=\($0.value)") }
    defer { unsafe variables.forEach { unsafe free($0) } }
    unsafe variables.append(nil)
    // Safe: chafa's table of terminals lasts as long as the process, and the variables, with a null
    // pointer after the last, live during the call.
    return unsafe chafa_term_db_detect(chafa_term_db_get_default(), &variables)
  }

  /// The variables that tell what terminal it is.
  ///
  /// tmux and screen pass on those of the terminal that they were started in, but not its pictures.
  private static func known(_ environment: [String: String]) -> [String: String] {
    let names = ["tmux", "screen"]
    let isInside =
      environment["TMUX"] != nil || environment["STY"] != nil
      || names.contains { environment["TERM", default: ""].hasPrefix($0) }
    if isInside { return environment.filter { ["TERM", "COLORTERM"].contains($0.key) } }
    // Chafa knows kitty only by its TERM, which many replace by one that more hosts have. Another
    // terminal that is started from kitty has the variable, too, and a TERM of its own.
    let isKitty =
      environment["KITTY_WINDOW_ID"] != nil
      && [nil, "xterm", "xterm-256color"].contains(environment["TERM"])
    return isKitty ? environment.merging(["TERM": "xterm-kitty"]) { $1 } : environment
  }

  /// Whether it is known to have colours: chafa supposes 256 of them where it knows nothing.
  private static func hasColours(_ environment: [String: String]) -> Bool {
    guard environment["COLORTERM"] == nil, environment["KITTY_WINDOW_ID"] == nil else {
      return true
    }
    guard let name = environment["TERM"], !name.isEmpty else { return false }
    return !name.hasPrefix("vt")
  }

  /// The best protocol that the sequences are enough for.
  private static func way(of sequences: OpaquePointer) -> ChafaPixelMode {
    let ways = [
      (CHAFA_TERM_SEQ_BEGIN_KITTY_IMMEDIATE_IMAGE_V1, CHAFA_PIXEL_MODE_KITTY),
      (CHAFA_TERM_SEQ_BEGIN_ITERM2_IMAGE, CHAFA_PIXEL_MODE_ITERM2),
      (CHAFA_TERM_SEQ_BEGIN_SIXELS, CHAFA_PIXEL_MODE_SIXELS),
    ]
    // Safe: the caller owns the sequences.
    return ways.first { unsafe chafa_term_info_have_seq(sequences, $0.0) != 0 }?.1
      ?? CHAFA_PIXEL_MODE_SYMBOLS
  }

  /// The most colours that the sequences are enough for; nil for none.
  private static func colours(of sequences: OpaquePointer) -> ChafaCanvasMode? {
    let modes = [
      (CHAFA_TERM_SEQ_SET_COLOR_FGBG_DIRECT, CHAFA_CANVAS_MODE_TRUECOLOR),
      (CHAFA_TERM_SEQ_SET_COLOR_FGBG_256, CHAFA_CANVAS_MODE_INDEXED_240),
      (CHAFA_TERM_SEQ_SET_COLOR_FGBG_16, CHAFA_CANVAS_MODE_INDEXED_16),
      (CHAFA_TERM_SEQ_SET_COLOR_FGBG_8, CHAFA_CANVAS_MODE_INDEXED_8),
    ]
    // Safe: the caller owns the sequences.
    return modes.first { unsafe chafa_term_info_have_seq(sequences, $0.0) != 0 }?.1
  }
}
