extension JSONDocument {
  /// The splices that remove values from an array, or members from an object by their values.
  ///
  /// Each value goes with one comma: the one after it, or, at the end, the one before it. White
  /// space goes with the comma, and stays next to the brackets.
  func cuts(from container: NodeID, where isCut: (NodeID) -> Bool) -> [Splice] {
    var cuts: [Splice] = []
    var keptEnd: Int?
    var run: Range<Int>?
    for (value, range) in children(of: container) {
      if isCut(value) {
        run = (run?.lowerBound ?? range.lowerBound)..<range.upperBound
        continue
      }
      if let run { cuts.append(Splice(run.lowerBound..<range.lowerBound)) }
      run = nil
      keptEnd = range.upperBound
    }
    if let run { cuts.append(Splice((keptEnd ?? run.lowerBound)..<run.upperBound)) }
    return cuts
  }

  /// The values in a container, with the bytes of the element or of the whole member.
  func children(of container: NodeID) -> [(value: NodeID, range: Range<Int>)] {
    elements(of: container).map { ($0, range(of: $0)) }
      + members(of: container).map { member in
        (member.value, range(of: member.key).lowerBound..<range(of: member.value).upperBound)
      }
  }
}
