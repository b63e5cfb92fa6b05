extension Rule {
  static let timeEmpty = Rule(
    "time.empty", breaks: .all,
    reason:
      "An out point that is not after the in point leaves no frame, and players divide by zero.",
    remedy: "set the out point after the in point",
    source: "airbnb/lottie-ios#2599")
  static let duration = Rule(
    "budget.duration", breaks: .all,
    reason: "A gift plays once over a stream; players hold timelines of that length in memory.",
    remedy: "shorten the animation",
    source: "Telegram, live-stream gifts: an animation is a moment")
}

extension RuleFunction {
  static let time = [
    RuleFunction(.timeEmpty) { animation, findings in
      guard let node = animation.member("op", of: .root),
        let first = animation.number("ip", of: .root), let last = animation.json.double(of: node)
      else { return }
      if !(last > first) {
        findings.add(
          .timeEmpty, at: node, "The out point \(animation.quoted(node)) is not after the in point")
      }
    },
    RuleFunction(.duration) { animation, findings in
      guard let node = animation.member("op", of: .root),
        let first = animation.number("ip", of: .root), let last = animation.json.double(of: node),
        let rate = animation.number("fr", of: .root), rate > 0
      else { return }
      let most = animation.limits.maxDurationSeconds
      if (last - first) / rate > most {
        findings.add(
          .duration, at: node,
          "An out point of \(animation.quoted(node)) frames makes it longer than "
            + "\(SafeText.shown(most)) seconds"
        )
      }
    },
  ]
}
