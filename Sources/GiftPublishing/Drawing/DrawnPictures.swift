import DrawProtocol
package import GiftDomain
import GiftStore
import Hashing
package import Pictures

/// The pictures of one animation, with the bytes of those that are not stored yet.
struct DrawnPictures: Sendable {
  let pictures: VersionPictures
  let files: [PictureFile]

  /// Pictures that are stored.
  init(stored pictures: VersionPictures) {
    self.pictures = pictures
    files = []
  }

  /// Pictures that were drawn now.
  init(_ drawn: Drawn<PictureOutcome>) {
    self.init(drawn.outcome, by: drawn.renderer.text)
  }

  private init(_ drawn: PictureOutcome, by renderer: String) {
    let outcome: VersionPictures.Outcome
    switch drawn {
    case .made(let poster, let preview):
      files = [PictureFile(poster), PictureFile(preview)]
      outcome = .drawn(PicturePair(poster: files[0].picture, preview: files[1].picture))
    case .blank: (files, outcome) = ([], .undrawn(.blank))
    case .fault(let fault): (files, outcome) = ([], .undrawn(fault.obstacle))
    case .tooLarge: (files, outcome) = ([], .undrawn(.tooLarge))
    }
    pictures = VersionPictures(
      maker: PictureMaker(current: renderer), outcome: outcome)
  }

  /// What the draw check found, as pictures that cannot be made; nil if it can be drawn.
  init?(checked: Drawn<DrawOutcome>) {
    switch checked.outcome {
    case .drawn: return nil
    case .blank: self.init(.blank, by: checked.renderer.text)
    case .fault(let fault): self.init(.fault(fault), by: checked.renderer.text)
    }
  }
}

extension PictureMaker {
  /// What makes pictures now.
  init(current renderer: String) {
    self = ours { () throws(DomainError) in
      try PictureMaker(renderer: renderer, settings: PictureSettings.version)
    }
  }
}

extension PictureFile {
  fileprivate init(_ made: MadePicture) {
    let picture = ours { () throws(DomainError) in
      try Picture(
        asset: try SHA256Digest(bytes: SHA256.hash(made.bytes)),
        byteCount: Int64(made.bytes.count), width: Int64(made.width), height: Int64(made.height))
    }
    self.init(picture: picture, bytes: made.bytes)
  }
}

/// A value whose rule our own settings keep.
private func ours<Value>(_ make: () throws(DomainError) -> Value) -> Value {
  do {
    return try make()
  } catch {
    preconditionFailure("the settings of pictures break the domain's limits: \(error)")
  }
}

extension DrawingFault {
  /// Why an animation to which this happens has no pictures.
  package var obstacle: DrawingObstacle {
    switch self {
    case .refused: .refused
    case .crashed: .crashed
    case .memory: .memory
    case .tooLarge: .tooLarge
    case .tooManyFrames: .tooLong
    case .late: .late
    }
  }
}
