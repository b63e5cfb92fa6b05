import Lottie
import Support

/// Makes damaged animations out of sound ones: the same seed and bytes give the same damage.
package struct Mutator {
  /// How many changes one mutant gets at most.
  private static let mostChanges = 4
  private var random: SplitMix64

  /// A mutator that makes the same mutants for the same seed.
  package init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  /// The bytes with one or several changes; mostly still JSON.
  package mutating func mutant(of bytes: [UInt8]) -> [UInt8] {
    var mutant = bytes
    for _ in 0..<Int.random(in: 1...Self.mostChanges, using: &random) {
      // What an earlier change left may be no JSON: then the mutant is done.
      guard let document = try? JSONDocument(reading: mutant),
        let change = change(in: MutationTargets(document))
      else { break }
      mutant.replaceSubrange(change.range, with: change.bytes)
    }
    return mutant
  }

  private mutating func change(in targets: MutationTargets) -> Change? {
    switch Mutation.all.randomElement(using: &random) ?? .number {
    case .number: number(in: targets)
    case .kind: kind(in: targets)
    case .deletion: deletion(in: targets)
    case .duplicate: duplicate(in: targets)
    case .swap: swap(in: targets)
    case .copy: copy(in: targets)
    case .key: key(in: targets)
    case .word: word(in: targets)
    case .truncation: truncation(in: targets)
    case .nesting: nesting(in: targets)
    case .byte: byte(in: targets)
    }
  }

  /// Writes another number in place of one.
  private mutating func number(in targets: MutationTargets) -> Change? {
    targets.value(of: [.number], &random).map { node in
      let value = targets.json.double(of: node) ?? 0
      let related = [-value, value * 1_000, value / 1_000, value + 1, value - 0.5, value * 7]
      let isRelated = Int.random(in: 0..<4, using: &random) == 0
      let text =
        isRelated
        ? related.randomElement(using: &random).map { "\($0)" }
        : Mutation.numbers.randomElement(using: &random)
      return Change(range: targets.json.range(of: node), text: text ?? "0")
    }
  }

  /// Writes a value of any kind in place of another.
  private mutating func kind(in targets: MutationTargets) -> Change? {
    guard let node = targets.value(of: MutationTargets.values, &random),
      let text = Mutation.literals.randomElement(using: &random)
    else { return nil }
    return Change(range: targets.json.range(of: node), text: text)
  }

  /// Takes a member or an element out, with its comma.
  private mutating func deletion(in targets: MutationTargets) -> Change? {
    targets.child(&random).map { Change(range: $0, bytes: []) }
  }

  /// Writes an element, or a value in an array of its own, twice.
  private mutating func duplicate(in targets: MutationTargets) -> Change? {
    targets.element(&random).map { node in
      let range = targets.json.range(of: node)
      let written = targets.json.written(node)
      let count = [1, 1, 1, 2, 50].randomElement(using: &random) ?? 1
      let copies = (0..<count).flatMap { _ in [UInt8(ascii: ",")] + written }
      return Change(range: range.upperBound..<range.upperBound, bytes: copies)
    }
  }

  /// Exchanges two values of one kind.
  private mutating func swap(in targets: MutationTargets) -> Change? {
    guard let first = targets.value(of: MutationTargets.values, &random),
      let second = targets.value(of: [targets.json.kind(of: first)], &random)
    else { return nil }
    let (low, high) = first < second ? (first, second) : (second, first)
    let (left, right) = (targets.json.range(of: low), targets.json.range(of: high))
    guard left.upperBound <= right.lowerBound else { return nil }
    return Change(
      range: left.lowerBound..<right.upperBound,
      bytes: targets.json.bytes[right] + targets.json.bytes[left.upperBound..<right.lowerBound]
        + targets.json.bytes[left])
  }

  /// Writes the text of one value, of whatever kind, in place of another.
  private mutating func copy(in targets: MutationTargets) -> Change? {
    guard let source = targets.value(of: MutationTargets.values, &random),
      let target = targets.value(of: MutationTargets.values, &random),
      targets.json.range(of: source).count <= Mutation.longestCopy
    else { return nil }
    return Change(
      range: targets.json.range(of: target), bytes: Array(targets.json.written(source)))
  }

  /// Renames a member: to a name that animations use, or to that of another member.
  private mutating func key(in targets: MutationTargets) -> Change? {
    guard let key = targets.value(of: [.key], &random),
      let name = Mutation.names.randomElement(using: &random)
    else { return nil }
    return Change(range: targets.json.range(of: key), text: "\"\(name)\"")
  }

  /// Gives a string, such as a type or a reference, another value.
  private mutating func word(in targets: MutationTargets) -> Change? {
    guard let node = targets.value(of: [.string], &random) else { return nil }
    let other = targets.value(of: [.string], &random)
    if let other, Bool.random(using: &random) {
      return Change(
        range: targets.json.range(of: node), bytes: Array(targets.json.written(other)))
    }
    let word = Mutation.words.randomElement(using: &random) ?? ""
    return Change(range: targets.json.range(of: node), text: "\"\(word)\"")
  }

  /// Cuts the end of an array off.
  private mutating func truncation(in targets: MutationTargets) -> Change? {
    guard let array = targets.value(of: [.array], &random) else { return nil }
    let elements = Array(targets.json.elements(of: array))
    guard let first = elements.randomElement(using: &random) else { return nil }
    let end = targets.json.range(of: array).upperBound - 1
    let start = targets.json.range(of: first).lowerBound
    let keepsOne = first != elements.first
    return Change(range: start..<end, text: keepsOne ? "0" : "")
  }

  /// Puts a value into an array or an object.
  private mutating func nesting(in targets: MutationTargets) -> Change? {
    guard let node = targets.value(of: MutationTargets.values, &random),
      let (before, after) = Mutation.brackets.randomElement(using: &random)
    else { return nil }
    return Change(
      range: targets.json.range(of: node),
      bytes: Array(before.utf8) + targets.json.written(node) + Array(after.utf8))
  }

  /// Changes one byte, whatever it means.
  private mutating func byte(in targets: MutationTargets) -> Change? {
    guard let at = targets.json.bytes.indices.randomElement(using: &random) else { return nil }
    return Change(range: at..<(at + 1), bytes: [UInt8.random(in: 0x20...0x7E, using: &random)])
  }
}

/// Bytes in place of a part of a text.
private struct Change {
  let range: Range<Int>
  let bytes: [UInt8]

  init(range: Range<Int>, bytes: some Sequence<UInt8>) {
    self.range = range
    self.bytes = Array(bytes)
  }

  init(range: Range<Int>, text: String) {
    self.init(range: range, bytes: text.utf8)
  }
}
