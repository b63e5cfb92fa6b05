import Compression
import GiftDomain
import GiftPublishing

extension UnpackingFault {
  /// The message and exit code for it.
  func userMessage(_ path: String) -> UserMessage {
    let (status, code) = choice
    return UserMessage(status, code, "\(quoted(path)) cannot be opened: \(sentence).")
  }

  /// What asks for a choice is not refused: the command said too little.
  private var choice: (ExitStatus, String) {
    switch self {
    case .severalAnimations, .notListed, .noArchive: (.usage, "animation_not_named")
    case .gzip, .archive, .manifestMissing, .manifestUnreadable, .noAnimation, .animationMissing:
      (.refused, "not_unpacked")
    }
  }

  private static func choice(of list: ListedAnimations) -> String {
    let names = list.ids.map { quoted($0) + ($0 == list.first ? " (which plays first)" : "") }
    let example = shown("FILE.lottie#\(list.first ?? list.ids.first ?? "ID")")
    return names.cut(to: listed).joined(separator: ", ") + ": name one, as in \(example)"
  }

  private static let again = "export or download the file again"
  private static let listed = 20

  /// What is wrong and what to do, without the file's name.
  var sentence: String {
    switch self {
    case .gzip(let fault): "its gzip data \(fault.clause)"
    case .archive(let fault, let entry):
      "\(entry.map { "\(quoted($0)) in it" } ?? "the archive") \(fault.clause)"
    case .manifestMissing:
      "the archive has no manifest.json, so it is not a .lottie: unzip it, and name the JSON"
    case .manifestUnreadable:
      "its manifest.json is not a list of animations with ids: unzip it, and name the JSON"
    case .noAnimation: "its manifest.json lists no animation: \(Self.again)"
    case .severalAnimations(let list):
      "it holds \(counted(list.ids.count, "animation")), \(Self.choice(of: list))"
    case .notListed(let id, let list):
      "it has no \(quoted(id)), and holds \(Self.choice(of: list))"
    case .noArchive:
      "it is no .lottie, of which a # names an animation: leave out what follows the #"
    case .animationMissing(let name):
      "its manifest.json lists \(quoted(name)), which is missing: \(Self.again)"
    }
  }
}

extension ZipFault {
  /// What is wrong and what to do, after the name of the archive or entry.
  fileprivate var clause: String {
    switch self {
    case .noDirectory: "ends in the middle: export or download the file again"
    case .damaged: "is damaged: export or download the file again"
    case .zip64: "is in ZIP's 64-bit form: pack it without ZIP64"
    case .severalDisks: "is part of a split archive: join the parts first"
    case .tooManyEntries(let limit):
      "has more than \(grouped(limit)) entries: pack only the animation and its manifest.json"
    case .nameTooLong(let limit):
      "has a name of more than \(grouped(limit)) bytes: pack it with shorter names"
    case .repeated(let name): "has two entries called \(quoted(name)): pack it again with one"
    case .encrypted: "is encrypted: pack it without a password"
    case .method(let method):
      "uses ZIP compression method \(method): pack it with DEFLATE, as zip and dotLottie do"
    case .unreadable(let fault): fault.clause
    }
  }
}

extension InflationFault {
  /// What is wrong and what to do, after the name of the data or entry.
  fileprivate var clause: String {
    switch self {
    case .truncated: "ends in the middle: export or download the file again"
    case .damaged: "is damaged: export or download the file again"
    case .tooLarge(let limit):
      "has more than \(grouped(limit)) bytes once unpacked: make images smaller, or add --max-bytes"
    case .tooDense:
      "unpacks to more than \(grouped(inflationRatioLimit)) times its size, which no animation "
        + "does: export it again"
    case .trailingBytes: "is followed by other data: pack only the animation"
    }
  }
}
