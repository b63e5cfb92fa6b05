// The effects of a turn: the gifts that come when it begins, and those that go when it ends.
extension Rotation {
  /// The gifts and versions that it shows at an instant.
  package func shown(at instant: Timestamp) -> Set<LineupPlace> {
    let next = Timestamp(clamping: instant.microseconds + 1)
    return Set(
      entries(from: instant, until: next).filter { $0.entry.window.contains(instant) }
        .map { LineupPlace(gift: $0.gift, version: $0.entry.version) })
  }

  /// The gifts of a turn that the rotation did not show right before it begins.
  package func incoming(with turn: Turn) -> [LineupPlace] {
    guard turn.from < turn.until else { return [] }
    let before = shown(at: Timestamp(clamping: turn.from.microseconds - 1))
    return turn.places.filter { !before.contains($0) }
  }

  /// The gifts of a turn that the rotation does not show once it has ended.
  package func outgoing(after turn: Turn) -> [LineupPlace] {
    guard turn.from < turn.until else { return [] }
    let after = shown(at: turn.until)
    return turn.places.filter { !after.contains($0) }
  }
}
