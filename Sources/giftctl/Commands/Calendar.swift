import ArgumentParser
import Console
import GiftDomain
import GiftStore
import SystemPackage

/// `giftctl calendar`.
struct Calendar: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calendar", _superCommandName: Giftctl.name,
    abstract: "Shows what is live when, a gift a line, with warnings.",
    discussion: """
      What stands, rotations and windows have a bar each, and a version's number stands where it \
      begins. Below are warnings: an end after which nothing is scheduled, gifts that go without \
      a successor, and rotations that lack gifts, newer versions or a good time. --format ics \
      writes turns and windows for calendar programs to subscribe to, for example from cron: \
      giftctl calendar --format ics > gifts.ics
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text
    /// iCalendar, RFC 5545.
    case ics
  }

  @Option(help: .init("How many weeks, up to 520. [default: 12, for ics 52]", valueName: "n"))
  var weeks: Int64?

  @Option(point: "As it was or will be at another instant, from its day on.")
  var at: PointArgument?

  @Option(help: .init("Text for people, or an iCalendar file.", valueName: "text|ics"))
  var format = Format.text

  @Option(
    help: .init(
      "The zone of days and times. [default: GIFT_TZ, then the system's; for programs UTC]",
      valueName: "zone"))
  var tz: String?

  @OptionGroup var global: GlobalOptions

  func run() async throws {
    let count = weeks ?? (format == .text ? 12 : 52)
    guard CalendarSpan.weekRange.contains(count) else {
      throw CommandError.usage(
        "--weeks is a number from 1 to \(CalendarSpan.weekRange.upperBound).")
    }
    guard !(global.form.json && format == .ics) else {
      throw CommandError.usage("Give --json or --format ics, not both.")
    }
    let tool = Tool()
    let calendar = try await tool.withStore(global) { store in
      let zone = tz ?? (isForPrograms ? nil : TimeStyle.current.clock?.zone)
      let rules = if let zone { try await store.rules(ofZone: zone) } else { ZoneRules.utc }
      var clock = CommandClock(store, zone: tz)
      let moment = if let at { try await clock.moment(at) } else { Moment.now }
      let view = try await store.viewWithWarnings(at: moment)
      let span = try span(weeks: count, from: view.instant, in: rules)
      return try GiftCalendar(
        states: view.states, rotations: view.rotations, span: span, instant: view.instant,
        now: view.now, change: view.change)
    }
    switch format {
    case .ics: Terminal.write(CalendarFeed(calendar).text, to: .standardOutput)
    case .text where global.form.json: Terminal.printJSON(calendar.document)
    case .text: await printText(calendar, style: .current)
    }
  }

  /// Whether the zone of this machine is none of the reader's business.
  private var isForPrograms: Bool { global.form.json || format == .ics }

  private func span(
    weeks: Int64, from instant: Timestamp, in zone: ZoneRules
  ) throws(CommandError) -> CalendarSpan {
    do {
      return try CalendarSpan(weeks: weeks, from: instant, in: zone)
    } catch {
      throw .usage("\(weeks) weeks from \(instant) go beyond the year 9998, and no calendar does.")
    }
  }

  private func printText(_ calendar: GiftCalendar, style: CalendarStyle) async {
    let drawing = CalendarDrawing(calendar, style: style)
    if calendar.rows.isEmpty {
      Terminal.explain("Nothing is shown or planned from \(calendar.instant) on.")
    }
    let drawn = calendar.rows.isEmpty ? [] : drawing.lines + ["", drawing.legend]
    let warnings =
      calendar.warnings.isEmpty
      ? []
      : (drawn.isEmpty ? [] : [""]) + ["Warnings:"] + calendar.warnings.map { "  \($0.message)" }
    await Terminal.page(drawn, text: warnings)
  }
}
