import Foundation

@testable import GiftKit

/// Gifts as a server writes them, for tests that need no server.
enum SampleGifts {
  static let digest = String(repeating: "0d", count: 32)

  /// One gift in JSON; `members` replace those of the same name, and nil removes one.
  static func json(_ id: String, order: Int = 10, _ members: [String: Any?] = [:]) -> [String: Any]
  {
    var gift: [String: Any] = [
      "animation": [
        "byteCount": 48_564, "durationMs": 3000, "frameCount": 90, "frameRate": 29.97,
        "height": 512, "playback": ["loop": false, "segments": [Any]()] as [String: Any],
        "sha256": digest, "url": "/v1/animations/\(digest).json", "version": 1,
        "width": 512,
      ] as [String: Any],
      "category": "flowers", "fallback": "en", "from": "2026-11-26T16:54:57.159261Z", "id": id,
      "names": ["en": "Name of \(id)"], "order": order, "price": 10, "streakable": true,
      "tags": ["valentine"], "unknown": ["ignored": true],
    ]
    for (name, value) in members { gift[name] = value }
    return gift
  }

  /// One gift whose animation has these bytes.
  static func json(_ id: String, content: Data) -> [String: Any] {
    let asset = AssetReference(of: content, kind: .animation)
    return json(
      id,
      [
        "animation": [
          "byteCount": asset.byteCount, "durationMs": 1, "frameCount": 1, "frameRate": 1,
          "height": 1, "playback": ["loop": false, "segments": [Any]()] as [String: Any],
          "sha256": asset.digest.hex, "url": asset.path, "version": 1, "width": 1,
        ] as [String: Any]
      ])
  }

  static func whole(
    _ token: String, _ gifts: [[String: Any]], until: String? = nil
  ) throws(GiftClientError) -> CatalogueDocument {
    var object: [String: Any] = [
      "asOf": "2026-11-26T16:54:57.159261Z", "catalogue": token, "gifts": gifts, "more": [1],
    ]
    if let until { object["until"] = until }
    return try CatalogueDocument.decode(data(object))
  }

  static func delta(
    from: String, to: String, changed: [[String: Any]] = [], removed: [String] = []
  ) throws(GiftClientError) -> CatalogueDocument {
    try CatalogueDocument.decode(
      data([
        "asOf": "2026-11-26T16:54:57.159261Z", "from": from, "to": to, "changed": changed,
        "removed": removed,
      ]))
  }

  static func data(_ object: Any) -> Data {
    do {
      return try JSONSerialization.data(withJSONObject: object)
    } catch {
      preconditionFailure("\(error)")
    }
  }
}

extension CatalogueState {
  /// The ids that it holds, in the catalogue's order.
  var ids: [String] { (held?.gifts ?? []).map(\.id.text) }
}

func token(_ change: Int, _ boundary: Int = 1, history: String = "aaaaaaaaaaaa") -> String {
  "\(change)-\(history)-\(boundary)"
}
