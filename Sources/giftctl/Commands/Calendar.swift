import ArgumentParser
import Console
import GiftDomain
import GiftStore
import SystemPackage

/// `giftctl calendar`.
struct Calendar: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calendar", _superCommandName: Giftctl.name,
    abstract: "Shows what is live when, one gift per line, with warnings.",
    discussion: """
      Standing versions, rotations and windows are drawn as different bars, with the version's \
      number where it begins. Warnings follow: the catalogue, a placement or a category runs \
      empty, a gift goes off other than with its window, with no successor planned, a rotation \
      lacks gifts, shows an old version or has a turn at a skipped or ambiguous time. --format ics \
      writes turns and windows as an iCalendar feed, for example from cron: giftctl calendar \
      --format ics > gifts.ics
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text
    /// iCalendar, RFC 5545.
    case ics
  }

  @Option(help: .init("How many weeks, up to 520. [default: 12; 52 with ics]", valueName: "n"))
  var weeks: Int64?

  @Option(point: "Start on the day of this time, or show the plans as of this change.")
  var at: PointArgument?

  @Option(help: .init("Text for people, or an iCalendar file.", valueName: "text|ics"))
  var format = Format.text

  @OptionGroup var eyes: ClientOptions

  @Option(
    help: .init(
      "The time zone of days and times. [default: GIFT_TZ, then the system's; UTC with --json and "
        + "ics]",
      valueName: "zone"))
  var tz: String?

  @OptionGroup var global: GlobalOptions

  func run() async throws {
    let count = weeks ?? (format == .text ? 12 : 52)
    guard CalendarSpan.weekRange.contains(count) else {
      throw CommandError.usage(
        "--weeks takes a number from 1 to \(CalendarSpan.weekRange.upperBound).")
    }
    guard !(global.json && format == .ics) else {
      throw CommandError.usage("Give --json or --format ics, not both.")
    }
    guard eyes.asSeenBy == nil || format == .text else {
      throw CommandError.usage(
        "--as-seen-by is not for --format ics, whose turns have the gifts of all clients.")
    }
    let client = try eyes.client()
    let tool = Tool()
    let calendar = try await tool.reading(global) { store in
      let zone = tz ?? (isForPrograms ? nil : TimeStyle.current.clock?.zone)
      let rules = if let zone { try await store.rules(ofZone: zone) } else { ZoneRules.utc }
      var clock = CommandClock(store, zone: tz)
      let moment = if let at { try await clock.moment(at) } else { Moment.now }
      let view = try await store.viewWithWarnings(at: moment)
      let span = try span(weeks: count, from: view.instant, in: rules)
      return try GiftCalendar(
        states: view.seen(by: client).states, rotations: view.rotations, groups: view.groups,
        span: span, instant: view.instant, now: view.now, change: view.change)
    }
    switch format {
    case .ics: Terminal.write(CalendarFeed(calendar).text, to: .standardOutput)
    case .text where global.json: Terminal.printJSON(calendar.document)
    case .text: await printText(calendar, style: .current)
    }
  }

  /// Whether programs read the output, so that this machine's zone does not matter.
  private var isForPrograms: Bool { global.json || format == .ics }

  private func span(
    weeks: Int64, from instant: Timestamp, in zone: ZoneRules
  ) throws(CommandError) -> CalendarSpan {
    do {
      return try CalendarSpan(weeks: weeks, from: instant, in: zone)
    } catch {
      throw .usage(
        "\(weeks) weeks from \(instant) end after the year 9998, the last supported: choose fewer "
          + "weeks, or an earlier time.")
    }
  }

  private func printText(_ calendar: GiftCalendar, style: CalendarStyle) async {
    let drawing = CalendarDrawing(calendar, style: style)
    if calendar.rows.isEmpty {
      let whom = eyes.asSeenBy == nil ? "" : " for such a client"
      Terminal.explain("Nothing is live or planned\(whom) from \(calendar.instant) on.")
    }
    let drawn =
      calendar.rows.isEmpty ? [] : drawing.lines + ["", drawing.legend] + calendar.audienceLines
    let warnings =
      calendar.warnings.isEmpty
      ? []
      : (drawn.isEmpty ? [] : [""]) + ["Warnings:"] + calendar.warnings.map { "  \($0.message)" }
    await Terminal.page(drawn, text: warnings)
  }
}
