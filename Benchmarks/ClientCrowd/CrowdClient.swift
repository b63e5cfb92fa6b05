import Foundation

/// What all clients of a crowd go by.
struct CrowdRules: Sendable {
  /// Of a giftd on this machine, whose clock is therefore ours.
  let port: Int
  /// Seconds within which each upcoming asset is fetched; nil: none is.
  let window: Double?
  /// When the crowd goes.
  let end: ContinuousClock.Instant

  /// Seconds within which the clients come.
  static let arrival = 20.0
  /// Seconds between two requests for changes.
  static let interval = 24.0...36.0
  /// Seconds of random delay after a boundary.
  static let spread = 0.0...2.0
}

/// One client: it has what was live when it came, and what it has fetched since.
struct CrowdClient {
  private enum Action: Hashable {
    case catalogue
    case upcoming
    case asset(String)
  }

  private let rules: CrowdRules
  private let book: CrowdBook
  private var token: String?
  private var held: Set<String> = []
  private var due: [Action: ContinuousClock.Instant] = [:]

  init(rules: CrowdRules, book: CrowdBook) {
    self.rules = rules
    self.book = book
  }

  /// Asks until the end.
  mutating func run() async {
    plan(.catalogue, within: 0...CrowdRules.arrival)
    if let window = rules.window {
      plan(.upcoming, within: CrowdRules.arrival...(CrowdRules.arrival + window))
    }
    while let (action, time) = due.min(by: { $0.value < $1.value }), time < rules.end {
      due[action] = nil
      do {
        try await ContinuousClock().sleep(until: time)
        try await carryOut(action)
      } catch {
        book.failed()
        plan(action, within: 1...2)
      }
    }
  }

  private mutating func plan(_ action: Action, within seconds: ClosedRange<Double>) {
    due[action] = .now.advanced(by: .seconds(Double.random(in: seconds)))
  }

  private mutating func carryOut(_ action: Action) async throws {
    switch action {
    case .catalogue: try await requestChanges()
    case .upcoming: try await requestUpcoming()
    case .asset(let path):
      guard !held.contains(path) else { return }
      try await withConnection(port: rules.port) { connection in
        try await fetch(path, over: &connection)
      }
    }
  }

  private mutating func requestChanges() async throws {
    let target = "/v1/catalogue" + (token.map { "?since=\($0)" } ?? "")
    let isFirst = token == nil
    try await withConnection(port: rules.port) { connection in
      let start = ContinuousClock.now
      let answer = try await connection.get(target)
      book.note(.catalogue, since: start, bytes: answer.body.count)
      let text = String(decoding: answer.body, as: UTF8.self)
      token = value(of: isFirst ? "catalogue" : "to", in: text) ?? value(of: "catalogue", in: text)
      if !isFirst, text.contains(Self.animations) { book.crossed() }
      for path in paths(in: text) where !held.contains(path) {
        if isFirst {
          held.insert(path)
        } else {
          try await fetch(path, over: &connection)
        }
      }
      plan(.catalogue, within: CrowdRules.interval)
      // The catalogue's own is the last in it, because members are sorted.
      if let until = text.range(of: #""until":""#, options: .backwards) {
        planBoundary(String(text[until.upperBound...].prefix { $0 != "\"" }))
      }
    }
  }

  private mutating func planBoundary(_ until: String) {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: until.contains("."))
    // A boundary that cannot be read is reached by asking as usual.
    guard let date = try? Date(until, strategy: style) else { return }
    let delay = max(0, date.timeIntervalSince(Date.now)) + .random(in: CrowdRules.spread)
    let time = ContinuousClock.now.advanced(by: .seconds(delay))
    if let planned = due[.catalogue], time < planned { due[.catalogue] = time }
  }

  private mutating func requestUpcoming() async throws {
    guard let window = rules.window else { return }
    try await withConnection(port: rules.port) { connection in
      let start = ContinuousClock.now
      let answer = try await connection.get("/v1/upcoming")
      book.note(.upcoming, since: start, bytes: answer.body.count)
      for path in paths(in: String(decoding: answer.body, as: UTF8.self))
      where !held.contains(path) && due[.asset(path)] == nil {
        plan(.asset(path), within: 0...window)
      }
    }
    plan(.upcoming, within: window...window)
  }

  private mutating func fetch(
    _ path: String, over connection: inout CrowdConnection
  ) async throws {
    let start = ContinuousClock.now
    let answer = try await connection.get(path)
    book.note(.asset, since: start, bytes: answer.body.count)
    held.insert(path)
    due[.asset(path)] = nil
  }

  private static let animations = "\"/v1/animations/"

  private func paths(in text: String) -> [String] {
    text.split(separator: Self.animations).dropFirst().map {
      "/v1/animations/" + $0.prefix { $0 != "\"" }
    }
  }

  private func value(of member: String, in text: String) -> String? {
    text.range(of: "\"\(member)\":\"").map {
      String(text[$0.upperBound...].prefix { $0 != "\"" })
    }
  }
}
