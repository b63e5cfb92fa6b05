import Glibc
import Subprocess
import Support
import Testing

/// A `giftctl gallery` that serves, as a browser on this machine sees it.
struct RunningGallery: Sendable {
  /// Its address, with the token and a slash at the end.
  let address: String

  /// What curl(1) got: the status, the fields of the head by lower-case name, and the body.
  struct Answer {
    let status: Int
    let fields: [String: String]
    let body: [UInt8]
    var text: String { String(decoding: body, as: UTF8.self) }
  }

  var port: String { String(address.split(separator: "/")[1].split(separator: ":")[1]) }
  /// The part of the path that makes it unguessable.
  var token: String { String(address.split(separator: "/")[2]) }

  /// Requests something below the address, or elsewhere on the same port if `target` begins with a
  /// slash.
  func get(_ target: String, _ options: String...) async throws -> Answer {
    let url = target.hasPrefix("/") ? "http://127.0.0.1:\(port)\(target)" : address + target
    let outcome = try await runProcess(
      "curl",
      ["--silent", "--include", "--globoff", "--path-as-is", "--max-time", "120"] + options + [url])
    return try Answer(outcome.output)
  }
}

extension RunningGallery {
  /// Sends a request as it is written, and returns the beginning of what comes back.
  func raw(_ request: String) async throws -> String {
    let outcome = try await runProcess(
      "bash",
      ["-c", #"exec 3<>/dev/tcp/127.0.0.1/$0; printf %s "$1" >&3; head -c 200 <&3"#, port, request])
    return outcome.outputText
  }
}

extension RunningGallery.Answer {
  init(_ bytes: [UInt8]) throws {
    let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) ?? bytes.endIndex..<bytes.endIndex
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
    guard let first = lines.first?.split(separator: " "), first.count > 1,
      let status = Int(first[1])
    else { throw Surprise.noJSON(String(decoding: bytes.prefix(100), as: UTF8.self)) }
    self.status = status
    fields = Dictionary(
      lines.dropFirst().map { line in
        let parts = line.split(separator: ":", maxSplits: 1)
        return (parts[0].lowercased(), String(parts.count > 1 ? parts[1].dropFirst() : ""))
      }, uniquingKeysWith: { first, _ in first })
    body = Array(bytes[end.upperBound...])
  }
}

extension Giftctl {
  /// Runs `giftctl gallery`, hands it to `body` once it serves, and ends it with Ctrl-C's signal.
  func withGallery(
    _ words: [String] = [], _ body: @escaping @Sendable (RunningGallery) async throws -> Void
  ) async throws {
    let command =
      ["--foreground", "--signal=KILL", "600", try Places.builtProduct("giftctl"), "gallery"]
      + ["--no-open"] + words
    let variables = environment.map {
      (Environment.Key(stringLiteral: $0.key), $0.value as String?)
    }
    let result = try await Subprocess.run(
      .name("timeout"), arguments: Arguments(command),
      environment: .inherit.updating(Dictionary(uniqueKeysWithValues: variables)), input: .none,
      output: .sequence, error: .discarded
    ) { execution in
      for try await line in execution.standardOutput.strings() where line.hasPrefix("http://") {
        defer { kill(execution.processIdentifier.value, SIGINT) }
        let address = line.split(separator: "\n").first.map(String.init) ?? line
        try await body(RunningGallery(address: address))
        return true
      }
      return false
    }
    guard result.closureResult else { throw Surprise.notServed }
    #expect(result.terminationStatus == .exited(0))
  }
}
