extension String {
  /// The text without what another rlottie or libwebp would make different: the renderer, and the
  /// digests and sizes of pictures.
  var withoutPictures: String {
    replacing(/"renderer":"[0-9a-f]{40}"/, with: "\"renderer\":\"…\"")
      .replacing(/"poster":\{[^}]*\}/, with: "\"poster\":{…}")
      .replacing(/"preview":\{[^}]*\}/, with: "\"preview\":{…}")
      .replacing(/: poster, (\d+×\d+), [0-9,]+ bytes/) { match in
        ": poster, \(match.1), … bytes"
      }
  }
}
