import GiftDomain

extension GiftCalendar {
  /// The calendar as JSON.
  var document: JSONObject {
    [
      "at": instant,
      "change": change,
      "now": now,
      "from": span.from,
      "until": span.until,
      "zone": span.zone.name,
      "gifts": rows.map { row -> JSONObject in
        [
          "id": row.gift, "stretches": row.stretches.map(\.document),
          "comesLater": row.comesLater,
        ]
      },
      "warnings": warnings.map(\.document),
    ]
  }
}

extension CalendarStretch {
  fileprivate var document: JSONObject {
    [
      "layer": layer.rawValue, "version": version, "from": window.from, "until": window.until,
    ]
  }
}

extension CalendarWarning {
  fileprivate var document: JSONObject {
    [
      "code": code.rawValue, "gift": gift, "rotation": rotation, "turn": turn,
      "message": message,
    ]
  }
}
