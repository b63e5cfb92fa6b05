package import DrawProtocol

/// What drawing gave, and which build of rlottie drew: another may draw otherwise.
package struct Drawn<Outcome: Sendable>: Sendable {
  /// What drawing gave.
  package let outcome: Outcome
  /// Which build of rlottie drew.
  package let renderer: Renderer

  /// The same from another outcome.
  func map<Other>(_ transform: (Outcome) -> Other) -> Drawn<Other> {
    Drawn<Other>(outcome: transform(outcome), renderer: renderer)
  }
}

extension Drawn: Equatable where Outcome: Equatable {}
extension Drawn: Hashable where Outcome: Hashable {}
