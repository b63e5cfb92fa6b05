package import GiftDomain

extension GalleryPages {
  /// The turns of a rotation that its page shows.
  private static let turns = 12

  /// A rotation with its turns; `sentence` says by which rule they come.
  package func rotation(
    _ rotation: Rotation, _ sentence: String, in catalogue: ShownCatalogue
  ) -> HTML {
    let turns = rotation.plan.coming(from: catalogue.instant, limit: Self.turns)
    let notices = catalogue.notices.filter { $0.rotation == rotation.name }
    return document(
      titled: "Rotation \(rotation.name)", catalogue, current: .rotation(rotation.name)
    ) {
      HTML(.header, .classes("title")) {
        HTML(.p, .classes("label")) { "Rotation" }
        HTML(.h1) { rotation.name.text }
        HTML(.p, .classes("quiet")) { sentence }
        for notice in notices {
          HTML(.p, .classes("notice")) {
            HTML(.span, .classes("sign"), .fixed(.hiddenFromReaders))
            notice.text
          }
        }
      }
      HTML(.section, .classes("turns"), .label("Turns")) {
        HTML(.header, .classes("heading")) { HTML(.h2) { "Turns" } }
        if turns.isEmpty { HTML(.p, .classes("nothing")) { "No turn is left." } }
        HTML(.ol, .fixed(.listRole)) {
          for turn in turns { self.turn(turn, in: catalogue) }
        }
      }
    }
  }

  private func turn(_ turn: Turn, in catalogue: ShownCatalogue) -> HTML {
    let isCurrent = turn.from <= catalogue.instant && catalogue.instant < turn.until
    return HTML(.li, .classes(isCurrent ? "turn current" : "turn")) {
      HTML(.div, .classes("when")) {
        HTML(.h3) { "Turn \(turn.number)" }
        HTML(.p) {
          context.link(to: .boundary(turn.from), at: turn.from) { clock.time(turn.from) }
        }
        HTML(.p, .classes("quiet")) {
          "until "
          clock.time(turn.until)
        }
        if site.isServed {
          HTML(.p, .classes("quiet")) {
            isCurrent
              ? "now, \(duration(from: catalogue.instant, to: turn.until)) left"
              : distance(from: catalogue.instant, to: turn.from)
          }
        }
        if turn.isSkipped { HTML(.p, .classes("mark")) { "skipped" } }
        if turn.isMoved { HTML(.p, .classes("mark")) { "moved" } }
      }
      HTML(.ul, .classes("places"), .fixed(.listRole)) {
        for place in turn.places { self.place(place, in: catalogue) }
        if turn.places.isEmpty { HTML(.li, .classes("quiet")) { "No gifts" } }
      }
    }
  }

  private func place(_ place: LineupPlace, in catalogue: ShownCatalogue) -> HTML {
    let state = catalogue.state(of: place.gift)
    return HTML(.li) {
      context.stage(state?.version(place.version), named: "")
      HTML(.p, .classes("name")) {
        if let state, let definition = state.definition {
          context.link(to: .gift(place.gift, .standard), .classes("cover")) {
            context.name(definition)
          }
        } else {
          place.gift.text
        }
      }
      HTML(.p, .classes("quiet")) { "v\(place.version)" }
    }
  }

  /// A page that says why there is no other.
  package func message(_ title: String, _ sentence: String) -> HTML {
    document(titled: title, nil, current: nil) {
      HTML(.header, .classes("title")) {
        HTML(.h1) { title }
        HTML(.p) { sentence }
        HTML(.p) {
          site.address(of: .overview(.all), at: nil).map { address in
            HTML(.a, .classes("button"), .link(address)) { "All gifts" }
          }
        }
      }
    }
  }
}
