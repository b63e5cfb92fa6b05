extension JSONDocument {
  /// Removes the members in which the rule `code.expression` finds code.
  func strippingExpressions() -> EditStep {
    let code = Survey(self).expressions.map(\.index).sorted()
    var stripped: Set<NodeID> = []
    var splices: [Splice] = []
    var index = code.isEmpty ? nodes.count : 0
    while index < nodes.count {
      let node = NodeID(index: index)
      guard !stripped.contains(node) else {
        // Nothing more to remove inside a removed member.
        index = next(after: node).index
        continue
      }
      let found = members(of: node).filter { isExpression($0.value, named: $0.key, code) }
      stripped.formUnion(found.map(\.value))
      if !found.isEmpty { splices += cuts(from: node, where: stripped.contains) }
      index += 1
    }
    return EditStep(change: .strippedExpressions(count: stripped.count), splices: splices.inOrder())
  }

  /// Whether the member is an `x` that is code, or a list with code in it; `code` is sorted.
  private func isExpression(_ value: NodeID, named key: NodeID, _ code: [Int]) -> Bool {
    guard self.key(of: key) == "x", kind(of: value) == .string || kind(of: value) == .array else {
      return false
    }
    let first = code.partition { $0 >= value.index }
    return first < code.count && code[first] < next(after: value).index
  }

  /// Sets the member `nm` of the outermost object, and inserts it first if it was missing.
  func renaming(to name: String) throws(EditError) -> EditStep {
    let byteCount = name.utf8.count
    guard byteCount <= AnimationEdit.longestName else {
      throw .nameTooLong(byteCount: byteCount, limit: AnimationEdit.longestName)
    }
    let written = JSONEscapes.quoted(name)
    guard let old = member("nm", of: .root) else {
      var rest = members(of: .root)
      let first = rest.next()?.key
      let offset = range(of: first ?? .root).lowerBound + (first == nil ? 1 : 0)
      let insertion = Array("\"nm\":".utf8) + written + (first == nil ? [] : [ASCII.comma])
      return EditStep(change: .renamed(from: nil), splices: [Splice(offset..<offset, insertion)])
    }
    let oldName = string(of: old)
    let isSame = oldName?.elementsEqual(name.utf8) ?? false
    return EditStep(
      change: .renamed(from: oldName.map(LayerPlace.shown)),
      splices: isSame ? [] : [Splice(range(of: old), written)])
  }

  /// Removes the white space outside strings (RFC 8259, section 2).
  func minifying() -> EditStep {
    var splices: [Splice] = []
    var byteCount = 0
    let text = self.bytes
    var at = 0
    var isInString = false
    while at < text.count {
      let byte = text[at]
      if isInString {
        if byte == ASCII.backslash { at += 1 }
        isInString = byte != ASCII.quote
        at += 1
        continue
      }
      let end = JSONToken.afterSpace(text.span, at)
      if end > at {
        splices.append(Splice(at..<end))
        byteCount += end - at
        at = end
      } else {
        isInString = byte == ASCII.quote
        at += 1
      }
    }
    return EditStep(change: .minified(byteCount: byteCount), splices: splices)
  }
}
