import GiftDomain

/// A calendar as JSON.
struct CalendarDocument: Encodable {
  struct Gift: Encodable {
    let id: String
    let stretches: [Stretch]
    let comesLater: Bool
  }

  struct Stretch: Encodable {
    let layer: String
    let version: Int64
    let from: String
    let until: String?
  }

  struct Warning: Encodable {
    let code: String
    let gift: String?
    let rotation: String?
    let turn: Int64?
    let message: String
  }

  let at: String
  let change: Int64
  let now: String
  let from: String
  let until: String
  let zone: String
  let gifts: [Gift]
  let warnings: [Warning]

  init(_ calendar: GiftCalendar) {
    at = calendar.instant.rfc3339
    change = calendar.change.value
    now = calendar.now.rfc3339
    from = calendar.span.from.rfc3339
    until = calendar.span.until.rfc3339
    zone = calendar.span.zone.name
    gifts = calendar.rows.map { row in
      Gift(
        id: row.gift.text,
        stretches: row.stretches.map {
          Stretch(
            layer: $0.layer.rawValue, version: $0.version.value, from: $0.window.from.rfc3339,
            until: $0.window.until?.rfc3339)
        }, comesLater: row.comesLater)
    }
    warnings = calendar.warnings.map {
      Warning(
        code: $0.code.rawValue, gift: $0.gift?.text, rotation: $0.rotation?.text, turn: $0.turn,
        message: $0.message)
    }
  }
}
