import Build
import GiftDomain
import Subprocess

/// What a public address says about the catalogue that it serves.
struct ServedCatalogue: Hashable, Sendable {
  /// The newest change in it.
  let change: ChangeNumber
  /// When `giftd` last read its database, in whole seconds.
  let read: Timestamp
  /// Since when what viewers see is the same; nil if that is less than a second.
  let since: Timestamp?
}

/// The address of a `giftd`, or of what stands before one.
struct ServedAddress: Sendable {
  /// How long one question may take, in seconds.
  private static let patience = 10
  /// The most bytes of an answer's fields.
  private static let mostBytes = 65_536
  /// How long to wait between two questions.
  private static let pause = Duration.seconds(1)
  /// How curl(1) ends when it cannot find, reach or trust a server (its manual, EXIT CODES), with
  /// the reason.
  private static let reasons: [Int32: String] = [
    5: "the name of its proxy cannot be resolved", 6: "its name cannot be resolved",
    7: "nothing listens there", 28: "no answer in \(patience) seconds",
    35: "no TLS connection can be made", 47: "it leads from one address to the next",
    52: "it answers nothing", 56: "the connection broke", 60: "its certificate is not trusted",
  ]

  let text: String

  /// Throws `CommandError.usage` for anything but an HTTP URL.
  init(_ text: String) throws(CommandError) {
    let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    guard isPlain, text.wholeMatch(of: #/https?://[^/?#]+(/[^?#]*)?/#) != nil else {
      throw .usage(
        "\(quoted(text)) is not the address of a giftd: write one such as "
          + "https://gifts.example.com")
    }
    self.text = text.hasSuffix("/") ? String(text.dropLast()) : text
  }

  /// Asks what is served there, as a viewer's app would.
  ///
  /// curl(1) asks: it knows the proxies and certificates of its machine. Throws
  /// `CommandError.served`.
  func catalogue() async throws(CommandError) -> ServedCatalogue {
    let status: TerminationStatus
    let answer: String
    do {
      let result = try await run(
        .name("curl"),
        arguments: [
          "--disable", "--silent", "--head", "--location", "--max-redirs", "3",
          "--proto", "=http,https", "--globoff", "--max-time", "\(Self.patience)",
          "--user-agent", "giftctl/\(Build.version)", "--url", "\(text)/v1/catalogue",
        ],
        input: .none, output: .string(limit: Self.mostBytes), error: .discarded)
      (status, answer) = (result.terminationStatus, result.standardOutput)
    } catch {
      throw .served(text, .noCurl)
    }
    guard status == .exited(0) else {
      guard case .exited(let code) = status, code != 127 else { throw .served(text, .noCurl) }
      throw .served(text, .unreachable(Self.reasons[code] ?? "curl ends with exit code \(code)"))
    }
    return try ServedCatalogue(answer, of: text)
  }

  /// Asks until the change is served there.
  ///
  /// Throws `CommandError.served` with `late` when `seconds` have passed, or with what the last
  /// question met.
  func wait(for change: ChangeNumber, seconds: Int) async throws(CommandError) -> ServedCatalogue {
    let end = ContinuousClock.now + .seconds(seconds)
    while true {
      let met: CommandError
      do throws(CommandError) {
        let served = try await catalogue()
        if served.change >= change { return served }
        met = .served(text, .late(served.change, wanted: change, seconds: seconds))
      } catch {
        // What a proxy or a giftd that starts says may be over in a moment.
        met = error
      }
      guard ContinuousClock.now + Self.pause < end, !met.lacksCurl else { throw met }
      // Nobody cancels a command but by a signal, which ends it.
      try? await ContinuousClock().sleep(for: Self.pause)
    }
  }
}

/// Why an address does not say what is served there.
enum ServedFault: Error, Hashable, Sendable {
  /// curl(1) is not installed.
  case noCurl
  /// Half a sentence.
  case unreachable(String)
  /// Another status than 200.
  case status(Int)
  /// The answer is not of a `giftd`.
  case silent
  /// The change has not arrived.
  case late(ChangeNumber, wanted: ChangeNumber, seconds: Int)
}

extension CommandError {
  /// Whether it is the same in a second.
  fileprivate var lacksCurl: Bool {
    if case .served(_, .noCurl) = self { true } else { false }
  }
}

extension ServedCatalogue {
  /// Reads the last of several answers, which follow each other where one leads to the next.
  fileprivate init(_ answer: String, of address: String) throws(CommandError) {
    let blocks = answer.replacing("\r\n", with: "\n").split(separator: "\n\n")
    let lines = blocks.last?.split(separator: "\n") ?? []
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count >= 2, let status = Int(words[1]) else { throw .served(address, .silent) }
    guard status == 200 else { throw .served(address, .status(status)) }
    let fields = Dictionary(
      lines.dropFirst().compactMap { line -> (String, Substring)? in
        let parts = line.split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        return (parts[0].lowercased(), parts[1].drop { $0 == " " })
      }, uniquingKeysWith: { _, last in last })
    guard let field = fields["gift-catalogue-read"],
      let match = field.wholeMatch(of: #/@(\d{1,11});change=(\d{1,18})/#),
      let seconds = Int64(match.1), let number = Int64(match.2)
    else { throw .served(address, .silent) }
    do throws(DomainError) {
      change = try ChangeNumber(number)
      read = try Timestamp(microseconds: seconds * 1_000_000)
    } catch {
      throw .served(address, .silent)
    }
    since = fields["last-modified"].flatMap { Timestamp(httpDate: String($0)) }
  }
}
