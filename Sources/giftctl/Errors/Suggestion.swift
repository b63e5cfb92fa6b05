import ArgumentParser
import GiftDomain
import GiftPublishing
import GiftStore

/// Suggests a name for a misspelt one.
enum Suggestion {
  /// The nearest name, if it is near: names of up to four letters may differ in one, longer ones in
  /// two.
  static func nearest(to text: String, among names: some Sequence<String>) -> String? {
    let most = text.count <= 4 ? 1 : 2
    return names.map { ($0, distance(text, $0)) }.filter { $0.1 <= most }
      .min { ($0.1, $0.0) < ($1.1, $1.0) }?.0
  }

  /// The number of letters to insert, delete, replace, or swap with the next (optimal string
  /// alignment).
  private static func distance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left.lowercased()), Array(right.lowercased()))
    guard abs(left.count - right.count) <= 2 else { return .max }
    var rows = [Array(0...right.count)]
    for row in 1..<(left.count + 1) {
      var line = [row]
      for column in 1..<(right.count + 1) {
        let isSame = left[row - 1] == right[column - 1]
        var cost = min(
          line[column - 1] + 1, rows[row - 1][column] + 1,
          rows[row - 1][column - 1] + (isSame ? 0 : 1))
        if row > 1, column > 1, left[row - 1] == right[column - 2],
          left[row - 2] == right[column - 1]
        {
          cost = min(cost, rows[row - 2][column - 2] + 1)
        }
        line.append(cost)
      }
      rows.append(line)
    }
    return rows[left.count][right.count]
  }
}

extension CommandError {
  /// The error with a suggestion, if it is about a gift, a rotation or a placement that the store
  /// does not have.
  func suggesting(from store: GiftStore) async -> CommandError {
    do {
      switch rejections.first(where: \.isOfUnknownName) {
      case .giftNotFound:
        let names = try await store.listing(at: .now).gifts.map(\.gift.text)
        return suggesting { rejection in
          guard case .giftNotFound(let gift) = rejection else { return nil }
          return Suggestion.nearest(to: gift.text, among: names)
        }
      case .rotationNotFound(let name):
        let names = try await store.rotations().rotations.map(\.name.text)
        return suggesting { _ in Suggestion.nearest(to: name.text, among: names) }
      case .groupNotFound(.placement(let name)):
        let names = try await store.view(at: .now, of: .some([])).groups.placements.keys.map(\.text)
        return suggesting { _ in Suggestion.nearest(to: name.text, among: names) }
      default: return self
      }
    } catch {
      // The first error is what matters.
      return self
    }
  }

  private func suggesting(_ nearest: (Rejection) -> String?) -> CommandError {
    if case .commandsRejected(let commands) = storeError,
      commands.contains(where: { nearest($0.reason) != nil })
    {
      return .misspelt(
        UserMessage(commands) { reason in
          nearest(reason).map(reason.userMessage.suggesting) ?? reason.userMessage
        })
    }
    let name = rejections.compactMap(nearest).first
    return name.map { .misspelt(userMessage.suggesting($0)) } ?? self
  }

  /// The rejections inside the error, if it has any.
  private var rejections: [Rejection] {
    switch self {
    case .giftNotFound(let gift): return [.giftNotFound(gift)]
    case .rotationNotFound(let name): return [.rotationNotFound(name)]
    default:
      switch storeError {
      case .rejected(let rejection): return [rejection]
      case .commandsRejected(let commands): return commands.map(\.reason)
      default: return []
      }
    }
  }

  private var storeError: StoreError? {
    switch self {
    case .store(let error), .publishing(.store(let error)): error
    default: nil
    }
  }
}

extension Rejection {
  /// Whether it is about a name that the store does not have.
  fileprivate var isOfUnknownName: Bool {
    switch self {
    case .giftNotFound, .rotationNotFound, .groupNotFound(.placement): true
    default: false
    }
  }
}
