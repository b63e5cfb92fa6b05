import GiftDomain
import Testing

struct WindowTests {
  /// Every window between 0 and 6, open ones too.
  private static let all = Result {
    try (Int64(0)...6).flatMap { from in
      try [window(from, nil)] + (from + 1..<8).map { try window(from, $0) }
    }
  }
  private let instants: ClosedRange<Int64> = -1...9

  @Test(arguments: [(5, 5), (5, 4), (1, 0)] as [(Int64, Int64)])
  func `a window that ends as it begins, or before, is refused`(from: Int64, until: Int64) throws {
    let error = DomainError.emptyWindow(from: try at(from), until: try at(until))
    #expect(throws: error) { try window(from, until) }
  }

  @Test func `a window holds its first instant and not its end`() throws {
    let closed = try window(2, 5)
    #expect(try instants.filter { closed.contains(try at($0)) } == [2, 3, 4])
    let open = try window(2, nil)
    #expect(try instants.filter { open.contains(try at($0)) } == Array(2...9))
  }

  @Test func `two windows overlap when an instant lies in both`() throws {
    for left in try Self.all.get() {
      for right in try Self.all.get() {
        let shared = try instants.map(at).contains { left.contains($0) && right.contains($0) }
        if left.overlaps(right) != shared { Issue.record("\(left) and \(right)") }
      }
    }
  }

  @Test func `cut at an instant, a window's parts hold what the whole held`() throws {
    for window in try Self.all.get() {
      for cut in instants {
        let (head, tail) = (window.before(try at(cut)), window.onward(from: try at(cut)))
        for cell in instants {
          let instant = try at(cell)
          let holds = window.contains(instant)
          let inHead = head?.contains(instant) ?? false
          let inTail = tail?.contains(instant) ?? false
          if inHead != (holds && cell < cut) || inTail != (holds && cell >= cut) {
            Issue.record("\(window) cut at \(cut) and looked at \(cell)")
          }
        }
      }
    }
  }
}
