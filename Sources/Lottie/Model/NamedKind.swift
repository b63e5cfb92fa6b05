/// An enum whose cases reports name in one word.
package protocol NamedKind: CaseIterable, Hashable, Sendable {}

extension NamedKind {
  /// The name of the case with hyphens: `luma-mattes` of `lumaMattes`.
  package var name: String {
    "\(self)".reduce(into: "") { name, letter in
      name += letter.isUppercase ? "-" + letter.lowercased() : String(letter)
    }
  }
}
