import GiftDomain
import Lottie

extension EditError {
  /// The most layers or images that a sentence or a list names.
  private static let listed = 20

  /// The message and exit code for it.
  var userMessage: UserMessage {
    switch self {
    case .unreadable, .noAnimation:
      UserMessage(.refused, "no_animation", "This is not an animation. To see why: giftctl check")
    case .layersNotFound(let names):
      UserMessage(
        .notFound, "layer_not_found",
        "The animation has no \(names.count == 1 ? "layer" : "layers") "
          + "\(Self.list(names.map(quoted))). Give a layer's name, or a pointer such "
          + "as /layers/3.")
    case .layerAmbiguous(let name, let pointers):
      UserMessage(
        .failure, "layer_ambiguous",
        "\(counted(pointers.count, "layer")) are called \(quoted(name)): give the pointer of "
          + "one of them: \(Self.list(pointers)).")
    case .layersInUse(let uses):
      UserMessage(
        .failure, "layer_in_use", "Other layers need what would go: drop those too, or keep it.",
        details: uses.map(\.sentence).cut(to: Self.listed))
    case .images(let problems):
      UserMessage(
        problems.allSatisfy { $0.fault == .missing } ? .notFound : .failure, "images",
        "\(counted(problems.count, "image")) cannot be embedded.",
        details: problems.map(\.sentence).cut(to: Self.listed))
    case .nameTooLong(let byteCount, let limit):
      UserMessage(
        .usage, "usage",
        "The name is \(grouped(byteCount)) bytes long; at most \(grouped(limit)) are allowed.")
    case .tooManyKeyframes(let pointer, let limit):
      UserMessage(
        .failure, "too_many_keyframes",
        "The loop at \(pointer) would need more than \(grouped(limit)) keyframes: shorten the "
          + "layer, or bake the expression in After Effects.")
    case .tooLarge(let limit):
      UserMessage(
        .refused, "file_too_large",
        "The result would exceed \(grouped(limit)) bytes: scale the images down, or add "
          + "--max-bytes.")
    }
  }

  private static func list(_ parts: [String]) -> String {
    parts.prefix(listed).joined(separator: ", ")
      + (parts.count > listed ? " and \(grouped(parts.count - listed)) more" : "")
  }
}

extension LayerUse {
  fileprivate var sentence: String { "\(layer.text) is the \(kind.rawValue) of \(user.text)" }
}

extension ImageProblem {
  fileprivate var sentence: String {
    let what =
      switch fault {
      case .name: "is not a file name"
      case .remote: "is on the network: download it first"
      case .outside: "is outside the image folder"
      case .missing: "is not in the folder, and neither is \(quoted(image.fileName))"
      case .format: "is not a PNG, JPEG, WebP or GIF"
      }
    return "\(quoted(image.name)) \(what) [\(image.pointer)]"
  }
}
