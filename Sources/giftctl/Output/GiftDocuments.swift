import GiftDomain
import GiftStore

// Gifts as JSON, in the words of the read API where it has them.

extension GiftState {
  func document(at instant: Timestamp) -> JSONObject {
    giftDocument(gift, definition, status(at: instant)) + [
      "versions": versions.map(\.document),
      // Standing versions, each until the next.
      "standing": schedule.standing.map(\.document),
      // Windows, above standing versions and turns.
      "windows": schedule.windows.map(\.document),
      // The last and the next times that a rotation brings it.
      "turns": rotation.entries.map {
        Availability(window: $0.window, offer: $0.offer).document
      },
    ]
  }
}

extension ListedGift {
  /// The gift without its history, which `show` prints.
  func document(in groups: GiftGroups) -> JSONObject {
    giftDocument(gift, definition, status) + ["unseen": unseen(in: groups)?.code]
  }
}

private func giftDocument(
  _ gift: GiftID, _ definition: Definition?, _ status: GiftStatus
) -> JSONObject {
  ["id": gift, "status": status.document] + JSONObject(definition)
}

extension GiftStatus {
  /// The status word, the version shown, and its end.
  var parts: (state: String, entry: TimelineEntry?, until: Timestamp?) {
    switch self {
    case .draft: ("draft", nil, nil)
    case .scheduled(let entry): ("scheduled", entry, entry.window.until)
    case .live(let entry): ("live", entry, entry.window.until)
    case .retired(let instant): ("retired", nil, instant)
    }
  }

  fileprivate var document: JSONObject {
    let (state, entry, until) = parts
    return [
      "state": state, "version": entry?.version, "from": entry?.window.from, "until": until,
    ] + (entry?.offer.terms.document ?? [:])
  }
}

extension AnimationVersion {
  fileprivate var document: JSONObject {
    JSONObject(forClients) + ["addedByChange": since, "pictures": pictures?.document]
  }
}

extension Availability {
  /// Without a version when nothing shows.
  var document: JSONObject {
    ["version": version, "from": window.from, "until": window.until]
      + (offer?.terms.document ?? [:])
  }
}

extension Terms {
  /// The price and order that differ from the gift's own while a window lasts.
  fileprivate var document: JSONObject { ["price": price, "order": order] }
}
