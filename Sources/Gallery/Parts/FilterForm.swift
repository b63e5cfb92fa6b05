import GiftDomain

extension GalleryPages {
  /// Search, category, tag and language: a form where pages are made on demand, links in a folder.
  func filterForm(_ catalogue: ShownCatalogue, _ filter: GiftFilter) -> HTML {
    let choices = FilterChoices(catalogue.states)
    return site.isServed ? form(choices, filter) : links(choices, filter)
  }

  private func form(_ choices: FilterChoices, _ filter: GiftFilter) -> HTML {
    guard let action = site.address(of: .overview(.all), at: nil) else { return .empty }
    return HTML(.form, .classes("filter"), .action(action), .fixed(.get)) {
      HTML(
        .input, .fixed(.field(.search)), .name("q"), .value(filter.text), .label("Search gifts"),
        .placeholder("Search id or name"), .maxLength(GiftName.maxCharacters))
      select("category", "All categories", choices.categories, filter.category?.text)
      select("tag", "All tags", choices.tags, filter.tag?.text)
      select("locale", "Default names", choices.locales, filter.locale?.text)
      if let standing = filter.standing {
        HTML(.input, .fixed(.field(.hidden)), .name("status"), .value(standing.rawValue))
      }
      if let at = context.at {
        HTML(.input, .fixed(.field(.hidden)), .name("at"), .value(at.rfc3339))
      }
      HTML(.button, .fixed(.field(.submit))) { "Filter" }
      if !filter.isOpen || filter.locale != nil {
        context.link(to: .overview(.all), .classes("reset")) { "Reset" }
      }
    }
  }

  private func select(
    _ name: StaticString, _ all: String, _ options: [String], _ chosen: String?
  ) -> HTML {
    guard !options.isEmpty else { return .empty }
    return HTML(.select, .name(name), .label("\(name)".capitalizedFirst)) {
      HTML(.option, .value("")) { all }
      for option in options {
        HTML(
          .option, [.value(option)] + (option == chosen ? [.fixed(.selected)] : []), HTML(option))
      }
    }
  }

  private func links(_ choices: FilterChoices, _ filter: GiftFilter) -> HTML {
    HTML(.details, .classes("choices")) {
      HTML(.summary) { "Categories, tags and languages" }
      HTML(.div, .classes("lists")) {
        list("Categories", choices.values.categories) { GiftFilter(category: $0) }
        list("Tags", choices.values.tags) { GiftFilter(tag: $0) }
        list("Names in", choices.values.locales) { GiftFilter(locale: $0) }
      }
    }
  }

  private func list<Value: CustomStringConvertible>(
    _ title: String, _ values: [Value], _ filter: (Value) -> GiftFilter
  ) -> HTML {
    guard !values.isEmpty else { return .empty }
    return HTML(.div) {
      HTML(.h2, .classes("label")) { title }
      HTML(.ul, .fixed(.listRole)) {
        for value in values {
          HTML(.li) {
            context.link(to: .overview(filter(value)), .classes("chip")) { "\(value)" }
          }
        }
      }
    }
  }
}

/// What gifts can be filtered by.
struct FilterChoices {
  /// The categories, tags and languages that occur.
  let values: (categories: [Category], tags: [Tag], locales: [LocaleTag])

  init(_ states: [GiftState]) {
    let definitions = states.compactMap(\.definition)
    values = (
      Set(definitions.map(\.category)).sorted(), Set(definitions.flatMap(\.tags)).sorted(),
      Set(definitions.flatMap(\.names.byLocale.keys)).sorted()
    )
  }

  var categories: [String] { values.categories.map(\.text) }
  var tags: [String] { values.tags.map(\.text) }
  var locales: [String] { values.locales.map(\.text) }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
