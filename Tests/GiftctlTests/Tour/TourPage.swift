/// docs/tour.md: prose and commands, which people write, and answers, which a run puts in.
///
/// Commands stand in fenced blocks, after `$ `. A Tab that is pressed is written `<Tab>`, and the
/// line that it makes follows. What is typed at a question stands behind that.
struct TourPage {
  /// A command and what is below it.
  struct Exchange {
    var command: String
    var answer: [String] = []

    /// The same without empty lines at its end.
    fileprivate var trimmed: Exchange {
      var exchange = self
      while exchange.answer.last?.isEmpty == true { exchange.answer.removeLast() }
      return exchange
    }

    /// What is typed to the shell.
    var keys: String { command.replacing(TourPage.tab, with: "\t") }
    /// What is typed at its questions.
    var typed: [String] {
      answer.compactMap { line in line.firstMatch(of: /\[y\/N\] (.+)$/).map { String($0.1) } }
    }
  }

  /// A run of lines.
  private enum Part {
    case prose([String])
    case block([Exchange])
  }

  private static let fence = "```"
  private static let prompt = "$ "
  private static let tab = "<Tab>"

  private var parts: [Part] = []

  init(_ text: String) {
    var prose: [String] = []
    var block: [Exchange]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      guard line != Self.fence else {
        parts.append(block.map { Part.block($0.map(\.trimmed)) } ?? .prose(prose))
        (prose, block) = ([], block == nil ? [] : nil)
        continue
      }
      guard var exchanges = block else {
        prose.append(line)
        continue
      }
      Self.take(line, &exchanges)
      block = exchanges
    }
    parts.append(.prose(prose))
  }

  private static func take(_ line: String, _ exchanges: inout [Exchange]) {
    let last = exchanges.indices.last
    if let last, exchanges[last].command.hasSuffix("\\"), exchanges[last].answer.isEmpty {
      exchanges[last].command += "\n" + line
    } else if line.hasPrefix(prompt),
      last.map({ !exchanges[$0].command.contains(Self.tab) || !exchanges[$0].answer.isEmpty })
        ?? true
    {
      exchanges.append(Exchange(command: String(line.dropFirst(prompt.count))))
    } else if let last {
      exchanges[last].answer.append(line)
    }
  }

  /// The commands by section, as far as these have any.
  var sections: [(title: String, exchanges: [Exchange])] {
    var sections: [(title: String, exchanges: [Exchange])] = []
    for part in parts {
      switch part {
      case .prose(let lines):
        sections += lines.filter { $0.hasPrefix("#") }.map { ($0, []) }
      case .block(let exchanges):
        guard !sections.isEmpty else { continue }
        sections[sections.count - 1].exchanges += exchanges
      }
    }
    return sections.filter { !$0.exchanges.isEmpty }
  }

  /// The page with what `play` gives in place of the answers.
  func played(_ play: (Exchange) async throws -> [String]) async throws -> TourPage {
    var page = self
    for (index, part) in parts.enumerated() {
      guard case .block(var exchanges) = part else { continue }
      for (number, exchange) in exchanges.enumerated() {
        exchanges[number].answer = Self.kept(exchange.answer, try await play(exchange))
      }
      page.parts[index] = .block(exchanges)
    }
    return page
  }

  /// New lines, in place of which older ones stay that say the same of another day.
  private static func kept(_ old: [String], _ new: [String]) -> [String] {
    var left = old
    return new.map { line in
      guard let index = left.firstIndex(where: { timeless($0) == timeless(line) }) else {
        return line
      }
      return left.remove(at: index)
    }
  }

  /// A line without what differs from day to day: times of this year, how far away others are, and
  /// the blanks with which columns are filled.
  private static func timeless(_ line: String) -> String {
    line.replacing(
      /(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d+ [A-Z][a-z]+ \d\d:\d\d/, with: "TIME"
    )
    .replacing(/, in [\d,]+ (week|day|hour|minute)s?$/, with: "")
    .replacing(/\ {2,}/, with: "  ")
  }

  /// The page as it is written.
  var text: String {
    parts.flatMap { part in
      switch part {
      case .prose(let lines): lines
      case .block(let exchanges):
        [Self.fence]
          + exchanges.map { [Self.prompt + $0.command] + $0.answer }.joined(separator: [""])
          + [Self.fence]
      }
    }.joined(separator: "\n")
  }
}
