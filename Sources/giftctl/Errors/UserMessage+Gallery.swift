extension GalleryError {
  /// The message and exit code for it.
  var userMessage: UserMessage {
    switch self {
    case .busy:
      UserMessage(.failure, "gallery_busy", "Too many drawings are being made: try again.")
    case .cannotListen(0, let reason):
      UserMessage(.failure, "port_unavailable", "No port can be opened: \(reason).")
    case .cannotListen(let port, let reason):
      UserMessage(
        .failure, "port_unavailable",
        "Port \(port) cannot be opened (\(reason)): choose another with --port, or leave it out.")
    }
  }
}
