internal import DrawProtocol

/// What making the pictures of an animation gave.
package enum PictureOutcome: Hashable, Sendable {
  /// A still with alpha, and a preview that moves on a ground that suits it.
  case made(poster: MadePicture, preview: MadePicture)
  /// Nothing is visible in any frame.
  case blank
  /// rlottie cannot draw it.
  case fault(DrawingFault)
  /// However small and coarse, one of them has more bytes than it may.
  case tooLarge
}

extension DrawingTool {
  /// Makes the pictures of an animation: the same bytes for the same animation, renderer and
  /// version of libwebp.
  ///
  /// `posterFrame` is the frame that its author chose; if it does not exist the last one is meant,
  /// and if nothing is visible in it, or there is none, the best of several is taken.
  @concurrent
  package func pictures(
    of animation: [UInt8], posterFrame: UInt32?
  ) async throws(DrawingFailure) -> Drawn<PictureOutcome> {
    let drawn = try await drawn(animation) { session throws(DrawingEnd) in
      try await session.sketch(posterFrame: posterFrame)
    }
    switch drawn.outcome {
    case .failure(let fault): return drawn.map { _ in .fault(fault) }
    case .success(.none): return drawn.map { _ in .blank }
    case .success(.some(let sketch)):
      guard let poster = sketch.poster else { return drawn.map { _ in .tooLarge } }
      do {
        let preview = try await preview(of: animation, sketch)
        return drawn.map { _ in preview.map { .made(poster: poster, preview: $0) } ?? .tooLarge }
      } catch {
        switch error {
        case .failure(let failure): throw failure
        case .fault(let fault): return drawn.map { _ in .fault(fault) }
        }
      }
    }
  }

  /// The preview; nil if none is small enough.
  private func preview(
    of animation: [UInt8], _ sketch: PictureSketch
  ) async throws(DrawingError) -> MadePicture? {
    if let preview = sketch.frames.preview { return preview }
    for shape in PictureSettings.previewShapes.dropFirst() {
      let frames = try await draw(animation) { session throws(DrawingEnd) in
        try await session.previewFrames(shape, center: sketch.posterFrame, sketch.frames.ground)
      }
      if let preview = frames.preview { return preview }
    }
    return nil
  }
}

/// What is drawn of an animation before its pictures are encoded.
private struct PictureSketch: Sendable {
  let posterFrame: UInt32
  /// The poster's frame in the sides of `PictureSettings.posterSides`.
  let stills: [Bitmap]
  let frames: PreviewFrames

  /// The poster; nil if none is small enough.
  var poster: MadePicture? {
    for still in stills {
      for quality in PictureSettings.posterQualities {
        let picture = still.webP(quality)
        if picture.bytes.count <= PictureSettings.posterBytes { return picture }
      }
    }
    return nil
  }
}

/// The frames of a preview.
private struct PreviewFrames: Sendable {
  let plan: MotionPlan
  let ground: Ground
  /// One for each step of the plan.
  let images: [Bitmap]

  /// The preview in the best quality that is small enough; nil if there is none.
  var preview: MadePicture? {
    let qualities = PictureSettings.previewQualities
    if let best = small(qualities[0]) { return best }
    // If not even the coarsest is small enough, there is no need to try those between.
    guard let coarsest = small(qualities[qualities.count - 1]) else { return nil }
    for quality in qualities.dropFirst().dropLast() {
      if let better = small(quality) { return better }
    }
    return coarsest
  }

  private func small(_ quality: WebPQuality) -> MadePicture? {
    let picture = picture(quality)
    return picture.bytes.count <= PictureSettings.previewBytes ? picture : nil
  }

  private func picture(_ quality: WebPQuality) -> MadePicture {
    var encoder = MotionEncoder(
      width: images[0].width, height: images[0].height, ground, quality)
    for (step, image) in zip(plan.steps, images) {
      encoder.add(image, milliseconds: step.milliseconds)
    }
    return encoder.picture()
  }
}

extension DrawingSession {
  /// Draws what the pictures are made of; nil if nothing is visible in any frame.
  fileprivate mutating func sketch(
    posterFrame: UInt32?
  ) async throws(DrawingEnd) -> PictureSketch? {
    let chosen = try await choosePoster(posterFrame)
    guard let chosen else { return nil }
    var stills: [Bitmap] = []
    for side in PictureSettings.posterSides {
      stills.append(try await image(of: chosen.frame, animation.size(longerSide: side)))
    }
    let frames = try await previewFrames(
      PictureSettings.previewShapes[0], center: chosen.frame, chosen.ground)
    return PictureSketch(posterFrame: chosen.frame, stills: stills, frames: frames)
  }

  /// The frame of the poster, and the ground on which the animation shows best; nil if nothing is
  /// visible in any frame.
  private mutating func choosePoster(_ wished: UInt32?) async throws(DrawingEnd) -> PosterChoice? {
    let some = try await comparison(longerSide: PictureSettings.candidateSide)
    if let wished, animation.frameCount > 0 {
      let frame = animation.clamped(wished)
      let size = animation.size(longerSide: PictureSettings.candidateSide)
      let image = try await image(of: frame, size)
      if image.isVisible {
        return PosterChoice(frame: frame, ground: (some.looks + [ImageLook(image)]).ground)
      }
    }
    if let best = some.best { return best }
    // From here on as the draw check looks for what is visible.
    if let best = try await comparisonOfAll().best { return best }
    return try await comparison(longerSide: PictureSettings.posterSides[0]).best
  }

  /// Compares some frames.
  private mutating func comparison(
    longerSide: Int
  ) async throws(DrawingEnd) -> PosterComparison {
    var comparison = PosterComparison(frameCount: animation.frameCount)
    let size = animation.size(longerSide: longerSide)
    for frame in PosterCandidate.frames(of: animation.frameCount, PictureSettings.candidates) {
      comparison.add(try await image(of: frame, size), frame)
    }
    return comparison
  }

  /// Compares the first visible frames, as all that is seen may be between some frames.
  private mutating func comparisonOfAll() async throws(DrawingEnd) -> PosterComparison {
    let count = min(animation.frameCount, PictureLimits.checkedFrames)
    let size = animation.size(longerSide: PictureLimits.checkSide)
    var comparison = PosterComparison(frameCount: count)
    try await frames(from: 0, count: count, size) { frame, pixels in
      // To judge a frame takes longer than to draw it.
      guard comparison.looks.count < PictureSettings.lateCandidates, hasOtherThanZero(pixels)
      else { return }
      comparison.add(Bitmap(drawn: pixels, size), frame)
    }
    return comparison
  }

  fileprivate mutating func previewFrames(
    _ shape: PreviewShape, center: UInt32, _ ground: Ground
  ) async throws(DrawingEnd) -> PreviewFrames {
    let plan = MotionPlan(
      of: animation, framesPerSecond: shape.framesPerSecond, limit: PictureSettings.previewLength,
      center: center)
    let size = animation.size(longerSide: shape.longerSide)
    var images: [Bitmap] = []
    for step in plan.steps { images.append(try await image(of: step.frame, size).on(ground)) }
    return PreviewFrames(plan: plan, ground: ground, images: images)
  }
}
