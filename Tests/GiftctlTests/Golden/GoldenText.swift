import Foundation
import Support
import Testing

/// A file of `Golden/texts`: what the programs say, so that review shows a sentence that changes.
///
/// With `RECORD_GOLDEN=1` in the environment the files are written instead of compared.
struct GoldenText {
  /// What stands below one heading.
  struct Page: Equatable {
    let heading: String
    let lines: [String]
  }

  /// The widths of a terminal at which texts are recorded.
  static let widths = [80, 120]
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1"

  private let path: String
  private let mark: String

  /// The file of that name and width, such as `help-80.txt`.
  ///
  /// Headings begin with `mark`, and no line below one does.
  init(_ name: String, width: Int, mark: String = "# ") {
    self.mark = mark
    path = Places.packageRoot + "/Tests/GiftctlTests/Golden/texts/\(name)-\(width).txt"
  }

  /// Expects what is recorded, or records it.
  func expect(_ pages: [Page], sourceLocation: SourceLocation = #_sourceLocation) throws {
    let text = pages.map { ([$0.heading] + $0.lines).map { $0 + "\n" }.joined() }
      .joined(separator: "\n")
    guard !Self.isRecording else {
      return try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
    let recorded = try String(contentsOfFile: path, encoding: .utf8)
    guard recorded != text else { return }
    let difference = self.pages(of: text).difference(from: self.pages(of: recorded))
    Issue.record(
      """
      \(path): record it again with RECORD_GOLDEN=1, and read the difference.
      \(Self.summary(of: difference))
      """, sourceLocation: sourceLocation)
  }

  private func pages(of text: String) -> [Page] {
    var pages: [Page] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix(mark) || pages.isEmpty {
        pages.append(Page(heading: line, lines: []))
      } else if let last = pages.popLast() {
        pages.append(Page(heading: last.heading, lines: last.lines + [line]))
      }
    }
    return pages
  }

  /// The first page that differs, its lines that went with `-` and those that came with `+`.
  private static func summary(of difference: CollectionDifference<Page>) -> String {
    let old = difference.removals.first?.page
    let new = difference.insertions.first?.page
    guard let first = new ?? old else { return "Only blanks differ." }
    let before = old?.heading == first.heading ? old?.lines ?? [] : []
    let after = new?.lines ?? []
    let lines = after.difference(from: before).map { change in
      switch change {
      case .remove(_, let line, _): "- \(line)"
      case .insert(_, let line, _): "+ \(line)"
      }
    }
    return ([first.heading] + lines).joined(separator: "\n")
  }
}

extension CollectionDifference.Change where ChangeElement == GoldenText.Page {
  fileprivate var page: GoldenText.Page {
    switch self {
    case .remove(_, let page, _), .insert(_, let page, _): page
    }
  }
}
