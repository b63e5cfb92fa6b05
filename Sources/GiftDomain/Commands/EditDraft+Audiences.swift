// How many different audiences an edit leaves.
extension EditDraft {
  /// The subjects of commands that give gifts new audiences, if there are too many afterwards.
  func crowding(_ subjects: [Command.Subject]) -> [Command.Subject: Rejection] {
    let known = before.otherAudiences.union(before.gifts.values.compactMap(\.rows.audience))
    let audiences = before.otherAudiences.union(gifts.values.compactMap(\.rows.audience))
    guard audiences.count > Audience.maxCount else { return [:] }
    var reasons: [Command.Subject: Rejection] = [:]
    for subject in subjects {
      for case .gift(let gift) in before.parts(of: subject) {
        guard let audience = gifts[gift]?.rows.audience, !known.contains(audience) else { continue }
        reasons[subject] = .tooManyAudiences(audience, limit: Audience.maxCount)
      }
    }
    return reasons
  }
}
