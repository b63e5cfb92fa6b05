import Testing

/// A page in the text format of Prometheus, version 0.0.4, read as strictly as the format is told.
struct MetricsReading {
  /// The values by series, as the page writes these: `name{label="value"}`.
  private(set) var values: [String: Double] = [:]
  private(set) var types: [String: String] = [:]

  private var helped: Set<String> = []
  private var family: String?

  struct Fault: Error, Equatable {
    let line: String
    let reason: String
  }

  init(_ page: String) throws(Fault) {
    guard page.hasSuffix("\n") else { throw Fault(line: "", reason: "the last line has no end") }
    for line in page.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
      let line = String(line)
      if line.hasPrefix("# HELP ") {
        try readHelp(line)
      } else if line.hasPrefix("# TYPE ") {
        try readType(line)
      } else {
        try readSample(line)
      }
    }
    for (name, type) in types where type == "histogram" { try checkHistogram(name) }
  }

  /// What a series shows; nil when there is none of that name.
  subscript(series: String) -> Double? { values[series] }

  private mutating func readHelp(_ line: String) throws(Fault) {
    let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    guard words.count == 4, isName(words[2]), !words[3].isEmpty else {
      throw Fault(line: line, reason: "no help")
    }
    guard helped.insert(String(words[2])).inserted else {
      throw Fault(line: line, reason: "a family twice")
    }
    family = String(words[2])
  }

  private mutating func readType(_ line: String) throws(Fault) {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 4, ["counter", "gauge", "histogram"].contains(words[3]) else {
      throw Fault(line: line, reason: "no type")
    }
    let name = String(words[2])
    guard family == name, types.updateValue(String(words[3]), forKey: name) == nil else {
      throw Fault(line: line, reason: "not behind its help")
    }
    let isTotal = name.hasSuffix("_total")
    let isOurs = ["gift_", "process_"].contains { name.hasPrefix($0) }
    guard isOurs, isTotal == (words[3] == "counter") else {
      throw Fault(line: line, reason: "a name that says something else")
    }
  }

  private mutating func readSample(_ line: String) throws(Fault) {
    let sample = /([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{([^}]+)\})? (NaN|[+-]Inf|-?[0-9][0-9.e+-]*)/
    guard let match = line.wholeMatch(of: sample), let value = Double(String(match.3)) else {
      throw Fault(line: line, reason: "no sample")
    }
    guard let family, let type = types[family] else {
      throw Fault(line: line, reason: "no type before it")
    }
    let suffixes = type == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
    guard suffixes.contains(where: { family + $0 == match.1 }) else {
      throw Fault(line: line, reason: "not of the family \(family)")
    }
    let list = /(?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\[\\"n])*"(?:,(?!$)|$))+/
    if let labels = match.2, labels.wholeMatch(of: list) == nil {
      throw Fault(line: line, reason: "labels that cannot be read")
    }
    if type != "gauge", value.isNaN || value < 0 {
      throw Fault(line: line, reason: "a count below zero")
    }
    let series = String(line[..<(line.lastIndex(of: " ") ?? line.endIndex)])
    guard values.updateValue(value, forKey: series) == nil else {
      throw Fault(line: line, reason: "a series twice")
    }
  }

  /// Buckets are cumulative, and the last one has all.
  private func checkHistogram(_ name: String) throws(Fault) {
    let counts = values.filter { $0.key.hasPrefix("\(name)_count") }
    for (series, count) in counts {
      let labels = series.dropFirst("\(name)_count".count).dropFirst().dropLast()
      let start = "\(name)_bucket{\(labels.isEmpty ? "" : "\(labels),")le=\""
      let buckets = values.compactMap { series, value -> (bound: Double, value: Double)? in
        guard series.hasPrefix(start) else { return nil }
        return Double(series.dropFirst(start.count).dropLast(2)).map { ($0, value) }
      }.sorted { $0.bound < $1.bound }
      let isRising = zip(buckets, buckets.dropFirst()).allSatisfy { $0.value <= $1.value }
      guard buckets.count > 1, isRising, buckets.last?.bound == .infinity,
        buckets.last?.value == count,
        values["\(name)_sum" + series.dropFirst(name.count + 6)] != nil
      else { throw Fault(line: series, reason: "buckets that do not add up") }
    }
  }

  private func isName(_ text: Substring) -> Bool {
    text.wholeMatch(of: /[a-zA-Z_:][a-zA-Z0-9_:]*/) != nil
  }
}
