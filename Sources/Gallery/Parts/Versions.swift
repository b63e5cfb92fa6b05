import GiftDomain

extension GalleryPages {
  /// All versions of a gift, newest first, with their pictures and findings.
  func versions(
    _ content: GiftContent, _ shown: AnimationVersion?, _ focus: GiftFocus, at instant: Timestamp
  ) -> HTML {
    let state = content.state
    return HTML(.section, .classes("versions"), .id("versions"), .label("Versions")) {
      HTML(.header, .classes("heading")) {
        HTML(.h2) { "Versions" }
        HTML(.p, .classes("quiet")) { counted(state.versions.count, "version") }
      }
      HTML(.div, .classes("cards")) {
        for version in state.versions.reversed() {
          card(version, content, shown, focus, at: instant)
        }
      }
    }
  }

  private func card(
    _ version: AnimationVersion, _ content: GiftContent, _ shown: AnimationVersion?,
    _ focus: GiftFocus, at instant: Timestamp
  ) -> HTML {
    let state = content.state
    let isShown = version.number == shown?.number
    var own = focus
    own.version = version.number
    own.frame = nil
    own.comparison = nil
    return HTML(.article, .classes(isShown ? "card chosen" : "card")) {
      context.stage(version, named: "Version \(version.number)")
      HTML(.div, .classes("text")) {
        HTML(.h3) {
          choice(state, own, isChosen: isShown, .classes("cover"), "Version \(version.number)")
            .orElse(HTML("Version \(version.number)"))
          HTML(.span, .classes("marks")) { marks(version, state, at: instant) }
        }
        HTML(.p, .classes("quiet")) { version.measures }
        if let playback = version.playback.phrase {
          HTML(.p, .classes("quiet")) { playback }
        }
        findings(content.findings[version.number] ?? [])
        if let shown, !isShown, content.canDraw(version), content.canDraw(shown), site.isServed {
          compareLink(version, shown, state, focus)
        }
      }
    }
  }

  private func marks(
    _ version: AnimationVersion, _ state: GiftState, at instant: Timestamp
  ) -> HTML {
    HTML {
      if case .live(let entry) = state.status(at: instant), entry.version == version.number {
        HTML(.span, .classes("mark live")) { "live" }
      }
      if state.definition?.latestVersion == version.number {
        HTML(.span, .classes("mark")) { "latest" }
      }
      if state.withdrawn.contains(version.number) {
        HTML(.span, .classes("mark")) { "withdrawn" }
      }
    }
  }

  private func findings(_ findings: [GiftContent.Finding]) -> HTML {
    guard !findings.isEmpty else { return HTML(.p, .classes("quiet")) { "No findings" } }
    let tally = ["error", "warning", "note"].compactMap { severity -> String? in
      let count = findings.count { $0.severity == severity }
      return count == 0 ? nil : counted(count, severity)
    }
    return HTML(.details, .classes("findings")) {
      HTML(.summary) { tally.joined(separator: ", ") }
      HTML(.ul) {
        for finding in findings {
          HTML(.li) {
            HTML(.span, .classes("code")) { "\(finding.severity) \(finding.code)" }
            HTML(.span, .classes("message")) { finding.message }
            HTML(.code, .classes("place")) { finding.place }
          }
        }
      }
    }
  }

  private func compareLink(
    _ version: AnimationVersion, _ shown: AnimationVersion, _ state: GiftState, _ focus: GiftFocus
  ) -> HTML {
    var compared = focus
    compared.version = shown.number
    compared.comparison = GiftFocus.Comparison(version: version.number, position: .middle)
    return context.link(to: .gift(state.gift, compared), fragment: "comparison", .classes("button"))
    {
      "Compare with version \(shown.number)"
    }
  }

  /// Two versions side by side at the same fraction of their length, and where they differ.
  func comparison(
    _ content: GiftContent, _ shown: AnimationVersion, _ focus: GiftFocus
  ) -> HTML {
    guard site.isServed, let comparison = focus.comparison,
      let other = content.state.version(comparison.version), other.number != shown.number,
      content.canDraw(shown), content.canDraw(other)
    else { return .empty }
    let (left, right) = shown.number < other.number ? (shown, other) : (other, shown)
    let position = comparison.position
    return HTML(.section, .classes("comparison"), .id("comparison"), .label("Comparison")) {
      HTML(.header, .classes("heading")) {
        HTML(.h2) { "Version \(left.number) and version \(right.number)" }
        HTML(.p, .classes("quiet")) {
          content.difference.map { share in
            share == 0
              ? "No pixel differs here"
              : "\(percent(share)) of the drawn pixels differ here"
          } ?? "Same point of both"
        }
      }
      HTML(.div, .classes("sides")) {
        side(left, position)
        side(right, position)
        figure("Difference", "pixels that differ, over version \(right.number)") {
          still(.still(right.asset, position), "", .classes("dimmed"))
          still(
            .difference(left.asset, right.asset, position), "Pixels that differ",
            .classes("marked"))
        }
      }
      HTML(.nav, .classes("frames positions"), .label("Points to compare")) {
        for offered in DrawnPosition.offered {
          var target = focus
          let _ =
            target.comparison = GiftFocus.Comparison(
              version: comparison.version, position: offered)
          if let address = context.address(
            of: .gift(content.state.gift, target), fragment: "comparison")
          {
            HTML(
              .a,
              [.classes("stop"), .link(address)]
                + (offered == position ? [.fixed(.currentChoice)] : []),
              HTML("\(short(Double(offered.thousandths) / 10))%"))
          }
        }
      }
    }
  }

  private func side(_ version: AnimationVersion, _ position: DrawnPosition) -> HTML {
    let title = "Version \(version.number)"
    let detail = "frame \(position.frame(of: version.facts.frameCount))"
    return figure(title, detail) {
      still(.still(version.asset, position), "\(title), \(detail)", .classes("whole"))
    }
  }

  private func figure(
    _ title: String, _ detail: String, @HTMLBuilder _ pictures: () -> HTML
  ) -> HTML {
    HTML(.figure) {
      HTML(.div, .classes("stage"), content: pictures)
      HTML(.figcaption) {
        HTML(.strong) { title }
        " \(detail)"
      }
    }
  }

  private func still(_ drawing: Drawing, _ alternative: String, _ classes: Attribute) -> HTML? {
    site.address(of: drawing).map { address in
      HTML(
        .img, classes, .source(address), .alternative(alternative), .width(512), .height(512),
        .fixed(.asynchronous))
    }
  }
}

extension HTML {
  /// Another piece in place of one that shows nothing.
  func orElse(_ other: HTML) -> HTML { source.isEmpty ? other : self }
}
