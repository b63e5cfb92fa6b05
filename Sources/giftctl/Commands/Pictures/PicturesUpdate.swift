import ArgumentParser
import GiftDomain
import GiftPublishing
import GiftStore
import Pictures

/// `giftctl pictures update [ID…]`.
struct PicturesUpdate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "update", _superCommandName: "\(Giftctl.name) pictures",
    abstract: "Makes the pictures that are missing or old.",
    discussion: """
      Draws each version that has no pictures, or whose pictures were made by another rlottie or \
      other settings, and stores all of them as one change. Run it after an upgrade, or if gifts \
      were added where nothing could be drawn.
      """)

  @Argument(
    help: .init("Only the pictures of these gifts. [default: all gifts]", valueName: "id"),
    completion: Completion.gifts)
  var ids: [String] = []

  @OptionGroup var drawer: DrawerOptions
  @OptionGroup var editing: EditOptions

  func run() async throws {
    let tool = Tool()
    let gifts = ids.isEmpty ? nil : try GiftArguments.gifts(ids)
    let request = try tool.request(.pictures, editing)
    let progress = ProgressBar(tool.environment)
    Interruption.current.says(request.isDryRun ? Interruption.nothing : Interruption.unsure)
    let update = try await tool.withStore(editing.global, limits: try editing.limits()) { store in
      defer { progress.clear() }
      return try await Publisher(store: store, drawing: nil).updatePictures(
        of: gifts, request, with: drawer.drawing
      ) { progress.show($0) }
    }
    report(update)
    guard update.undrawn.isEmpty else { throw CommandError.reported(.failure) }
  }

  private func report(_ update: PictureUpdate) {
    if editing.global.json {
      Terminal.printJSON(
        update.outcome.document(isDryRun: editing.dryRun) + [
          "drawn": update.drawnCount, "undrawable": update.undrawableCount,
          "remaining": update.remainingCount,
          "failed": update.undrawn.map(\.document),
        ])
    } else {
      Terminal.tell(update.sentence)
      EditReport(outcome: update.outcome, isDryRun: editing.dryRun, warnsOfPlans: false).print()
    }
    for version in update.undrawn { Terminal.explain("giftctl: \(version.sentence)") }
    if update.remainingCount > 0 {
      Terminal.explain(
        "giftctl: \(counted(update.remainingCount, "animation")) more to draw: run it again.")
    }
  }
}

extension PictureUpdate {
  fileprivate var sentence: String {
    guard drawnCount + undrawableCount + undrawn.count > 0 else {
      return "all pictures are up to date"
    }
    return "\(counted(drawnCount, "animation")) drawn"
      + (undrawableCount > 0 ? ", \(undrawableCount) cannot be drawn" : "")
  }
}

extension UndrawnVersion {
  private var message: UserMessage { failure.userMessage(version.name) }

  fileprivate var sentence: String { message.sentence }

  fileprivate var document: JSONObject {
    [
      "id": version.gift, "version": version.number, "code": message.code,
      "message": message.sentence,
    ]
  }
}

/// Says that versions were stored undrawn, and why: one failure for each.
func warn(of failures: [DrawingFailure]) {
  guard let first = failures.first else { return }
  let what =
    failures.count == 1 ? "The version has" : "\(counted(failures.count, "version")) have"
  Terminal.explain(
    "giftctl: warning: \(first.userMessage("the animation").sentence) \(what) no pictures; to make "
      + "them later: giftctl pictures update")
}
