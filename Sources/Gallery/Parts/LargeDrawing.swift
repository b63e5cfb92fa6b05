import GiftDomain

extension GalleryPages {
  /// The frames that the links below a large animation lead to.
  private static let stops = 12

  /// A version as large as it gets, with the choice of grounds and frames.
  func large(_ version: AnimationVersion, _ content: GiftContent, _ focus: GiftFocus) -> HTML {
    let canDraw = content.canDraw(version)
    let last = Int64(version.facts.frameCount.rounded(.up)) - 1
    let frame = focus.frame.map { min($0, last) }
    let ground = focus.ground ?? context.suits(version)
    let isMotion = canDraw && site.address(of: Drawing.motion(version.asset, ground)) != nil
    return HTML {
      HTML(.figure, .classes(ground.classes)) {
        if canDraw {
          picture(version, frame, ground, of: content.state)
        } else {
          fallback(version, of: content.state)
        }
        HTML(.figcaption, .classes("unseen")) {
          "Version \(version.number) of \(content.state.gift)"
            + (frame.map { ", frame \($0) of \(last)" } ?? "")
        }
      }
      if site.isServed && canDraw {
        HTML(.div, .classes("viewing")) {
          frames(content.state, focus, frame, last: last)
          HTML(.div, .classes("choices")) {
            steps(content.state, focus, frame, last: last)
            grounds(content.state, focus, ground)
          }
        }
      }
      HTML(.p, .classes("quiet measures")) {
        version.measures
        if isMotion, frame == nil, let drawn = content.drawnLength,
          drawn < .milliseconds(version.facts.durationMs)
        {
          ". These are the first \(drawn.components.seconds) s"
            + (site.isServed ? "; step through frames for the rest" : "")
        }
      }
    }
  }

  /// A still picture below, so that there is something while the moving one is drawn; under reduced
  /// motion it is all there is.
  private func picture(
    _ version: AnimationVersion, _ frame: Int64?, _ ground: Ground, of state: GiftState
  ) -> HTML {
    let name = "\(context.plainName(state)), version \(version.number)"
    let (width, height) = version.facts.fitted(into: 512)
    let size: [Attribute] = [.width(width), .height(height)]
    if let frame, let address = site.address(of: Drawing.frame(version.asset, frame)) {
      return HTML(
        .img, [.source(address), .alternative("\(name), frame \(frame)")] + size, .empty)
    }
    let poster = version.pictures?.pair.map { site.address(of: $0.poster) }
    guard let motion = site.address(of: Drawing.motion(version.asset, ground)),
      let still = poster ?? site.address(of: Drawing.still(version.asset, .middle))
    else { return fallback(version, of: state) }
    return moving(motion, over: still, named: name, size)
  }

  /// A still picture with a moving one above, which is not even loaded where motion is unwelcome.
  private func moving(
    _ motion: Address, over still: Address, named name: String, _ size: [Attribute]
  ) -> HTML {
    HTML {
      HTML(.img, [.classes("poster"), .source(still), .alternative(name)] + size, .empty)
      HTML(.picture) {
        HTML(.source, .fixed(.motionWelcome), .sourceSet(motion))
        HTML(.img, [.classes("motion"), .source(still), .alternative("")] + size, .empty)
      }
    }
  }

  private func fallback(_ version: AnimationVersion, of state: GiftState) -> HTML {
    let name = "\(context.plainName(state)), version \(version.number)"
    guard let pair = version.pictures?.pair else {
      return HTML(.p, .classes("undrawn")) { Optional(version).undrawnText }
    }
    return moving(
      site.address(of: pair.preview), over: site.address(of: pair.poster), named: name,
      [.width(pair.poster.width), .height(pair.poster.height)])
  }

  private func grounds(_ state: GiftState, _ focus: GiftFocus, _ chosen: Ground) -> HTML {
    HTML(.nav, .classes("grounds"), .label("Background")) {
      for ground in Ground.allCases {
        var other = focus
        let _ = other.ground = ground
        choice(
          state, other, isChosen: ground == chosen, .classes(ground.swatch), ground.rawValue)
      }
    }
  }

  private func frames(
    _ state: GiftState, _ focus: GiftFocus, _ frame: Int64?, last: Int64
  ) -> HTML {
    let count = min(Int64(Self.stops), last + 1)
    return HTML(.nav, .classes("frames"), .label("Frames")) {
      at(nil, state, focus, "Play", isChosen: frame == nil, .classes("playing"))
      HTML(.span, .classes("stops")) {
        for index in 0..<count {
          let stop = count == 1 ? 0 : last * index / (count - 1)
          at(stop, state, focus, "\(stop)", isChosen: frame == stop, .classes("stop"))
        }
      }
    }
  }

  private func steps(
    _ state: GiftState, _ focus: GiftFocus, _ frame: Int64?, last: Int64
  ) -> HTML {
    let current = frame ?? 0
    let steps: [(String, String, Int64)] = [
      ("«", "Ten frames back", current - 10), ("‹", "One frame back", current - 1),
      ("›", "One frame on", current + 1), ("»", "Ten frames on", current + 10),
    ]
    return HTML(.nav, .classes("frames"), .label("Steps")) {
      for (sign, name, target) in steps {
        at(
          min(max(0, target), last), state, focus, sign, isChosen: false, .classes("step"),
          .label(name), .title(name))
      }
      HTML(.span, .classes("count")) {
        frame.map { "Frame \($0) of \(last)" } ?? counted(Int(last + 1), "frame")
      }
    }
  }

  private func at(
    _ frame: Int64?, _ state: GiftState, _ focus: GiftFocus, _ text: String, isChosen: Bool,
    _ attributes: Attribute...
  ) -> HTML {
    var other = focus
    other.frame = frame
    return choice(state, other, isChosen: isChosen, attributes, text)
  }

  func choice(
    _ state: GiftState, _ focus: GiftFocus, isChosen: Bool, _ attribute: Attribute, _ text: String
  ) -> HTML {
    choice(state, focus, isChosen: isChosen, [attribute], text)
  }

  /// A link that changes what the gift's page shows large.
  private func choice(
    _ state: GiftState, _ focus: GiftFocus, isChosen: Bool, _ attributes: [Attribute],
    _ text: String
  ) -> HTML {
    guard let address = context.address(of: .gift(state.gift, focus)) else { return .empty }
    let mark: [Attribute] = isChosen ? [.fixed(.currentChoice)] : []
    return HTML(.a, attributes + [.link(address)] + mark, HTML(text))
  }
}

extension Ground {
  fileprivate var classes: StaticString {
    switch self {
    case .dark: "ground dark"
    case .light: "ground light"
    case .chequered: "ground chequered"
    }
  }

  fileprivate var swatch: StaticString {
    switch self {
    case .dark: "swatch dark"
    case .light: "swatch light"
    case .chequered: "swatch chequered"
    }
  }
}

extension AnimationFacts {
  /// Its size with that longer side.
  fileprivate func fitted(into side: Double) -> (width: Int64, height: Int64) {
    let scale = side / Double(max(width, height))
    return (
      max(1, Int64((Double(width) * scale).rounded())),
      max(1, Int64((Double(height) * scale).rounded()))
    )
  }
}
