extension CheckReport {
  /// The report on a file that is not JSON.
  init(_ error: JSONError, in bytes: [UInt8]) {
    var walk = JSONPlaceWalk(bytes: bytes)
    let place = walk.place(at: error.offset)
    let message = "\(error.detail(in: bytes)): \(error.rule.remedy)"
    self.init(
      verdict: .refused,
      findings: [
        Finding(
          code: error.rule.code, severity: error.rule.severity, pointer: "", line: place.line,
          column: place.column, message: message)
      ],
      summary: nil)
  }

  /// The report on what rules found in a document.
  init(
    _ sink: FindingSink, in json: JSONDocument, maxFindings: Int, summary: AnimationSummary?
  ) {
    let graveFirst = sink.kept.sorted {
      ($0.rule.severity, $0.node, $0.rule.code) < ($1.rule.severity, $1.node, $1.rule.code)
    }
    let listed = graveFirst.prefix(maxFindings).sorted {
      ($0.node, $0.rule.code) < ($1.node, $1.rule.code)
    }
    var places = JSONPlaceWalk(bytes: json.bytes)
    var pointers = JSONPointerWalk(document: json)
    var findings = listed.map { observation in
      let place = places.place(at: json.range(of: observation.node).lowerBound)
      return Finding(
        code: observation.rule.code, severity: observation.rule.severity,
        pointer: pointers.pointer(to: observation.node), line: place.line, column: place.column,
        message: "\(observation.detail): \(observation.rule.remedy)")
    }
    let missing = sink.counts.values.reduce(0, +) - listed.count
    if missing > 0 { findings.append(Self.notListed(missing)) }
    self.init(
      verdict: sink.hasErrors ? .refused : .accepted, findings: findings, summary: summary)
  }

  private static func notListed(_ count: Int) -> Finding {
    Finding(
      code: Rule.notListed.code, severity: Rule.notListed.severity, pointer: "", line: 1,
      column: 1, message: "\(count) more findings are not listed: \(Rule.notListed.remedy)")
  }
}
