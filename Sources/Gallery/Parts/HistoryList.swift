import GiftDomain

extension GalleryPages {
  /// What happened to a gift, with who did it and why.
  func history(_ content: GiftContent) -> HTML {
    HTML(.section, .classes("history"), .label("History")) {
      HTML(.header, .classes("heading")) { HTML(.h2) { "History" } }
      if content.events.isEmpty { HTML(.p, .classes("quiet")) { "Nothing has happened yet." } }
      HTML(.ol, .fixed(.listRole)) {
        for event in content.events { self.event(event) }
      }
      if content.hasOlderEvents {
        HTML(.p, .classes("quiet")) {
          "Older events: "
          HTML(.code) { "giftctl history \(content.state.gift)" }
        }
      }
    }
  }

  private func event(_ event: GiftContent.Event) -> HTML {
    HTML(.li, .classes(event.edit == nil ? "boundary" : "edit")) {
      HTML(.p, .classes("when")) {
        clock.time(event.at)
        if let edit = event.edit {
          HTML(.span, .classes("quiet")) { "change \(edit.change)" }
        } else {
          HTML(.span, .classes("quiet")) { "boundary" }
        }
      }
      HTML(.div) {
        if let edit = event.edit {
          HTML(.p, .classes("who")) {
            HTML(.strong) { edit.actor.text }
            " \(edit.verb)"
            if let reason = edit.reason { HTML(.em) { "“\(reason.text)”" } }
          }
        }
        for line in event.lines { HTML(.p) { line } }
      }
    }
  }

  /// Commands for what one may want to do next.
  func commands(_ state: GiftState, missing: [LocaleTag], at instant: Timestamp) -> HTML {
    let commands = suggestions(state, at: instant, missing: missing)
    return HTML(.section, .classes("commands"), .label("Commands")) {
      HTML(.h2, .classes("label")) { "In the terminal" }
      HTML(.ul, .fixed(.listRole)) {
        for (purpose, command) in commands {
          HTML(.li) {
            HTML(.span, .classes("purpose")) { purpose }
            HTML(.span, .classes("line")) {
              HTML(.code, .fixed(.focusable)) { command }
              HTML(
                .button, .classes("copy"), .fixed(.field(.button)), .fixed(.unseenAtFirst),
                .label("Copy: \(purpose)")
              ) { "Copy" }
            }
          }
        }
      }
    }
  }

  /// What is left to fill in makes a command that giftctl refuses as it is.
  private func suggestions(
    _ state: GiftState, at instant: Timestamp, missing: [LocaleTag]
  ) -> [(String, String)] {
    let gift = state.gift
    let latest = state.definition?.latestVersion.flatMap {
      state.withdrawn.contains($0) ? nil : $0
    }
    let standing = state.schedule.step(at: instant)?.version
    var commands: [(String, String)] = []
    if let latest, standing != latest {
      commands.append(("Publish version \(latest)", "giftctl publish \(gift)"))
    }
    if latest != nil {
      commands.append(
        ("Show it for a week", "giftctl publish \(gift) --from +1d --until +8d"))
    }
    if state.versions.contains(where: { $0.pictures == nil }) {
      commands.append(("Draw its pictures", "giftctl pictures update \(gift)"))
    }
    if let locale = missing.first {
      commands.append(("Name it in \(locale)", "giftctl add \(gift) --name \(locale)="))
    }
    commands.append(("Add a version", "giftctl add \(gift) animation.json"))
    if state.status(at: instant).isLive { commands.append(("Retire it", "giftctl retire \(gift)")) }
    if let last = state.versions.last, state.versions.count > 1 {
      let earlier = state.versions[state.versions.count - 2]
      commands.append(
        ("Compare versions", "giftctl diff \(gift)@\(earlier.number) \(gift)@\(last.number)"))
    }
    return commands
  }
}
