extension CheckReport {
  /// The report on a file that is not JSON.
  init(_ error: JSONError, in bytes: [UInt8], _ profile: Profile) {
    let place = error.place(in: bytes)
    let message = "\(error.detail(in: bytes)): \(error.rule.remedy)"
    self.init(
      verdict: .refused,
      findings: [
        Finding(
          code: error.rule.code, severity: error.rule.severity(in: profile), pointer: "",
          line: place.line, column: place.column, extent: error.offset..<error.offset,
          message: message)
      ],
      summary: nil)
  }

  /// The report on what rules found in a document.
  init(_ sink: FindingSink, in json: JSONDocument, maxFindings: Int, summary: AnimationSummary?) {
    let kept = sink.kept
    // Positions are sorted, not observations: those are large, and moving them counts references.
    var listed = Array(kept.indices)
    if listed.count > maxFindings {
      listed.sort {
        (kept[$0].rule.severity(in: sink.profile), kept[$0].node, kept[$0].rule.code)
          < (kept[$1].rule.severity(in: sink.profile), kept[$1].node, kept[$1].rule.code)
      }
      listed.removeLast(listed.count - maxFindings)
    }
    listed.sort {
      kept[$0].node == kept[$1].node
        ? kept[$0].rule.code < kept[$1].rule.code : kept[$0].node < kept[$1].node
    }
    var places = JSONPlaceWalk(json.bytes, isPlain: json.isPlain)
    var pointers = JSONPointerWalk(document: json)
    var findings = listed.map { position in
      let observation = kept[position]
      let extent = json.range(of: observation.node)
      let place = places.place(at: extent.lowerBound)
      return Finding(
        code: observation.rule.code, severity: observation.rule.severity(in: sink.profile),
        pointer: pointers.pointer(to: observation.node), line: place.line, column: place.column,
        extent: extent, message: "\(observation.detail): \(observation.rule.remedy)")
    }
    let missing = sink.counts.values.reduce(0, +) - listed.count
    if missing > 0 { findings.append(Self.notListed(missing, sink.profile)) }
    self.init(verdict: sink.hasErrors ? .refused : .accepted, findings: findings, summary: summary)
  }

  private static func notListed(_ count: Int, _ profile: Profile) -> Finding {
    Finding(
      code: Rule.notListed.code, severity: Rule.notListed.severity(in: profile), pointer: "",
      line: 1, column: 1, extent: 0..<0,
      message: "\(count) more findings are not listed: \(Rule.notListed.remedy)")
  }
}
