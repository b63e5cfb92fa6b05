import GiftDomain
import Testing

/// Publishing and retiring by example.
///
/// The drawings show what plays, each column an instant, `·`
/// nothing; `now` is the fifth instant.
struct PublishingExamples {
  private let rose: GiftID
  private let now: Timestamp

  init() throws {
    rose = try GiftID("rose")
    now = try at(5)
  }

  @Test func `a first publish plays from its instant on`() throws {
    let published = try Timeline.empty.publishing(.first, of: rose, in: window(5, nil), now: now)
    #expect(drawing(published) == "·····11111111111")
    #expect(published.entries == [try entry(1, 5, nil)])
  }

  @Test func `publishing a new version ends the one that runs`() throws {
    #expect(try publish(2, 5, nil, over: "1111111111111111") == "1111122222222222")
  }

  @Test func `what ran comes back behind a version that ends, if it was to run that long`() throws {
    #expect(try publish(2, 8, 12, over: "1111111111111111") == "1111111122221111")
    #expect(try publish(2, 8, 12, over: "1111111111······") == "111111112222····")
  }

  @Test func `the version that runs, published with an end, ends there`() throws {
    #expect(try publish(1, 8, 12, over: "1111111111111111") == "111111111111····")
  }

  @Test func `what comes back gives way to one more window, and to nothing that is open`() throws {
    let valentine = "1111111122211111"
    #expect(try publish(3, 12, 14, over: valentine) == "1111111122213311")
    let planned = Rejection.overlapsPlanned(rose, [try entry(1, 11, nil)])
    #expect(throws: planned) { try publish(3, 12, nil, over: valentine) }
  }

  @Test func `publishing ahead leaves what runs until then`() throws {
    #expect(try publish(2, 10, nil, over: "1111111111111111") == "1111111111222222")
  }

  @Test func `a window that ends before what is planned leaves the plan`() throws {
    #expect(try publish(2, 5, 9, over: "11111·····333333") == "111112222·333333")
  }

  @Test func `a window that reaches into a plan is a conflict, which names the plan`() throws {
    let planned = Rejection.overlapsPlanned(rose, [try entry(3, 10, nil)])
    #expect(throws: planned) { try publish(2, 5, 12, over: "11111·····333333") }
    #expect(throws: planned) { try publish(2, 5, nil, over: "11111·····333333") }
  }

  @Test func `with leave to replace, a plan keeps only what reaches beyond the window`() throws {
    let before = "11111·····333333"
    #expect(try publish(2, 5, 12, over: before, replacing: true) == "1111122222223333")
    #expect(try publish(2, 5, nil, over: before, replacing: true) == "1111122222222222")
  }

  @Test func `a plan that begins at the same instant is in the way, too`() throws {
    let planned = Rejection.overlapsPlanned(rose, [try entry(3, 10, nil)])
    #expect(throws: planned) { try publish(2, 10, 12, over: "11111·····333333") }
    #expect(
      try publish(2, 10, 12, over: "11111·····333333", replacing: true) == "11111·····223333")
  }

  @Test func `a plan that began before the window and is still to come is not cut short`() throws {
    let planned = Rejection.overlapsPlanned(rose, [try entry(3, 8, nil)])
    #expect(throws: planned) { try publish(2, 12, nil, over: "11111···33333333") }
    #expect(
      try publish(2, 12, nil, over: "11111···33333333", replacing: true) == "11111···33332222")
  }

  @Test func `what began this very instant is not a plan any more`() throws {
    #expect(try publish(2, 5, nil, over: "11111333333333·") == "1111122222222222")
  }

  @Test func `the same version right behind the window would prolong it, so it is in the way`()
    throws
  {
    let planned = Rejection.overlapsPlanned(rose, [try entry(2, 10, nil)])
    #expect(throws: planned) { try publish(2, 6, 10, over: "1111······222222") }
    let published = try publish(2, 6, 10, over: "1111······222222", replacing: true)
    #expect(published == "1111··2222······")
    #expect(try publish(2, 6, 10, over: published) == published)
  }

  @Test func `the same version right in front of the window becomes one with it`() throws {
    let published = try timeline("1111111111111111").publishing(
      .first, of: rose, in: window(8, 12), now: now)
    #expect(published.entries == [try entry(1, 0, 12)])
  }

  @Test func `publishing what plays already changes nothing, however late`() throws {
    let plan = "··1111······2222"
    #expect(try publish(1, 2, 6, over: plan) == plan)
    #expect(try publish(2, 12, nil, over: plan) == plan)
  }

  @Test func `publishing into the past is refused`() throws {
    let past = Rejection.instantInPast(try at(4), now: now)
    #expect(throws: past) { try publish(2, 4, nil, over: "1111111111111111") }
    #expect(throws: past) { try publish(2, 4, nil, over: "1111111111111111", replacing: true) }
  }

  @Test func `retiring ends what runs and drops what is planned`() throws {
    #expect(
      drawing(try timeline("1111111···222222").retiring(at: now, now: now)) == "11111···········")
    #expect(
      drawing(try timeline("1111111···222222").retiring(at: at(12), now: now))
        == "1111111···22····")
  }

  @Test func `retiring what is over changes nothing, even at an instant long past`() throws {
    let over = try timeline("··11············")
    #expect(try over.retiring(at: now, now: now) == over)
    #expect(try over.retiring(at: at(4), now: now) == over)
    #expect(throws: Rejection.instantInPast(try at(3), now: now)) {
      try over.retiring(at: at(3), now: now)
    }
  }

  @Test func `entries that share an instant are no timeline`() throws {
    let (first, second) = (try entry(1, 2, 6), try entry(2, 5, nil))
    #expect(throws: DomainError.overlap(first, second)) { try Timeline([second, first]) }
  }

  private func publish(
    _ version: Int64, _ from: Int64, _ until: Int64?, over plan: String, replacing: Bool = false
  ) throws -> String {
    drawing(
      try timeline(plan).publishing(
        VersionNumber(version), of: rose, in: window(from, until), now: now,
        replacing: replacing))
  }
}

private let width = 16

/// A timeline as drawn; what plays in the last column plays for ever.
private func timeline(_ drawing: String) throws -> Timeline {
  try Timeline(
    drawing.enumerated().compactMap { column, mark in
      guard let version = mark.wholeNumberValue.map(Int64.init) else { return nil }
      let isLast = column == width - 1
      return try entry(version, Int64(column), isLast ? nil : Int64(column + 1))
    })
}

private func drawing(_ timeline: Timeline) -> String {
  Strip(timeline).cells.prefix(width).map { $0 == 0 ? "·" : "\($0)" }.joined()
}
