extension GalleryError {
  /// The message and exit code for it.
  var userMessage: UserMessage {
    switch self {
    case .busy:
      UserMessage(.failure, "gallery_busy", "Too many drawings are being made: try again.")
    case .cannotListen(let port, let reason):
      UserMessage(
        .failure, "port_taken",
        port == 0
          ? "No port can be opened: \(oneLine(reason))."
          : "Port \(port) cannot be opened: choose another with --port, or leave it out.")
    }
  }
}
