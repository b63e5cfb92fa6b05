import GiftPublishing
import Lottie

/// What `edit --json` prints.
struct EditAnswersDocument: Encodable {
  let files: [File]

  init(_ answers: [EditAnswer]) {
    files = answers.map(File.init)
  }

  /// One file; `check` is about the result, or about the file if that is no animation.
  struct File: Encodable {
    let file: String
    /// `done`, `unchanged` or `failed`.
    let outcome: String
    /// Where the result is; absent if none is written, like the next three.
    var out: String?
    var changes: [Change]?
    var bytesBefore: Int?
    var bytesAfter: Int?
    var check: CheckDocument.File?
    var error: Failure?

    init(_ answer: EditAnswer) {
      file = answer.file
      switch answer.work {
      case .written(let path, let bytesBefore, let edited, let report):
        outcome = edited.isUnchanged ? "unchanged" : "done"
        out = path
        changes = edited.done.map(Change.init)
        self.bytesBefore = bytesBefore
        bytesAfter = edited.bytes.count
        check = CheckDocument.File(path, report)
      case .noAnimation(_, let report):
        outcome = "failed"
        check = CheckDocument.File(answer.file, report)
      case .failed(let explanation):
        outcome = "failed"
        error = Failure(explanation)
      }
    }
  }

  struct Failure: Encodable {
    let code: String
    let exitCode: Int32
    let message: String
    let details: [String]

    init(_ explanation: Explanation) {
      code = explanation.code
      exitCode = explanation.status.rawValue
      message = explanation.sentence
      details = explanation.details
    }
  }

  /// One change; which members there are depends on `edit`, which is the option's name.
  struct Change: Encodable {
    let edit: String
    var layers: [Layer]?
    var images: [Image]?
    /// How many expressions, or bytes of white space, are gone.
    var count: Int?
    /// The name before.
    var name: String?

    init(_ change: EditChange) {
      switch change {
      case .droppedLayers(let dropped):
        edit = "drop-layer"
        layers = dropped.map(Layer.init)
      case .strippedExpressions(let count):
        edit = "strip-expressions"
        self.count = count
      case .embeddedImages(let embedded):
        edit = "embed-images"
        images = embedded.map(Image.init)
      case .renamed(let name):
        edit = "rename"
        self.name = name
      case .minified(let byteCount):
        edit = "minify"
        count = byteCount
      }
    }
  }

  struct Layer: Encodable {
    let pointer: String
    let name: String?
    /// The pointer of the layer that it went along with, as its matte.
    let matteOf: String?

    init(_ dropped: DroppedLayer) {
      pointer = dropped.layer.pointer
      name = dropped.layer.name
      matteOf = dropped.matteOf?.pointer
    }
  }

  struct Image: Encodable {
    let pointer: String
    let name: String
    let mediaType: String
    let byteCount: Int

    init(_ embedded: EmbeddedImage) {
      pointer = embedded.image.pointer
      name = embedded.image.name
      mediaType = embedded.mediaType
      byteCount = embedded.byteCount
    }
  }
}
