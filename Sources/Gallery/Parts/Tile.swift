import GiftDomain

extension PageContext {
  /// A gift as one of many: its picture, name, price and status.
  func tile(_ state: GiftState, in catalogue: ShownCatalogue) -> HTML {
    guard let definition = state.definition(at: catalogue.instant) else { return .empty }
    let version = state.facingVersion(at: catalogue.instant)
    let name = plainName(state)
    let warnings =
      catalogue.notices.filter { $0.gift == state.gift }.map(\.text)
      + missingName(definition)
    return HTML(.article, .classes("tile")) {
      HTML(.div, .classes("frame")) {
        if version?.pictures?.pair != nil {
          HTML(
            .input, .classes("play"), .fixed(.field(.checkbox)), .fixed(.noSuggestions),
            .label("Play \(name)"))
        }
        stage(version, named: "")
        if !warnings.isEmpty {
          HTML(.p, .classes("warned"), .title(warnings.joined(separator: "\n"))) {
            counted(warnings.count, "warning")
            HTML(.span, .classes("unseen")) { ": " + warnings.joined(separator: " ") }
          }
        }
      }
      HTML(.div, .classes("naming")) {
        HTML(.h3, .classes("name"), .title(name)) {
          link(to: .gift(state.gift, .standard), .classes("cover")) {
            self.name(definition)
          }
        }
        price(definition)
      }
      status(of: state, at: catalogue.instant)
      HTML(.p, .classes("details")) {
        HTML(.span, .classes("id")) { state.gift.text }
        if let version { HTML(.span) { "v\(version.number)" } }
        HTML(.span) { definition.category.text }
      }
    }
  }

  /// A price with its unit; nothing for what is not for sale.
  func price(_ definition: Definition) -> HTML {
    guard let price = definition.price else { return .empty }
    return HTML(.p, .classes("price")) {
      grouped(Int(price.coins))
      HTML(.span, .classes("unseen")) { price.coins == 1 ? " coin" : " coins" }
      HTML(.span, .classes("coin"), .fixed(.hiddenFromReaders))
    }
  }

  private func missingName(_ definition: Definition) -> [String] {
    guard let locale, definition.names.byLocale[locale] == nil else { return [] }
    return ["No name in \(locale.text)"]
  }
}
