import Build
import Delivery
import GiftAPI
import GiftDomain
import GiftStore

/// The page at `/metrics`: counted metrics, and values read when it is requested.
struct MetricsPage: Sendable {
  let registry: MetricRegistry
  let api: GiftAPI
  /// The port on which clients are served.
  let clients: Delivery
  /// The stores by what they are for.
  let stores: [String: GiftStore]
  let lag: EventLoopLag
  /// How writing the snapshot file went; nil if there is none.
  let kept: SnapshotStatus?
  /// This host's clock.
  let now: @Sendable () -> Timestamp

  /// The whole page, families by name; asks no database.
  func text() async -> String {
    var connections: [(String, StoreConnections)] = []
    for (name, store) in stores.sorted(by: { $0.key < $1.key }) {
      connections.append((name, await store.connections()))
    }
    let state = api.observed()
    let counts = clients.counters.counts()
    let families =
      registry.families() + Self.families(of: counts) + limitFamilies(counts)
      + Self.families(of: connections) + Self.families(of: state, now: now())
      + (state.shown.map(Self.families) ?? []) + processFamilies()
    return families.compactMap(\.self).sorted { $0.name < $1.name }.map(\.text).joined()
  }

  private static func families(of counts: DeliveryCounts) -> [MetricFamily?] {
    let events = {
      (name: String, help: String, label: String, parts: KeyValuePairs<String, DeliveryEvent>) in
      MetricFamily(name, .counter, help, by: label, parts.map { ($0, counts[$1]) })
    }
    return [
      MetricFamily(
        "gift_event_clients", .gauge, "Clients that listen to events.",
        Double(counts[.eventClientCame] - counts[.eventClientLeft])),
      events(
        "gift_events_total",
        "Events: written to a client, or skipped as it had not taken an earlier one when the next "
          + "one came.", "outcome", ["sent": .eventSent, "skipped": .eventSkipped]),
      events(
        "gift_requests_total",
        "Requests: answered from memory, handed to the fallback, refused for what they are, or "
          + "refused because too much happened at once.", "outcome",
        [
          "ready": .ready, "fallback": .fallback, "refused": .refused, "overloaded": .overloaded,
        ]),
      responses(counts),
      MetricFamily(
        "gift_response_body_bytes_total", .counter, "The bodies of all responses.",
        Double(counts.bodyBytes)),
      MetricFamily(
        "gift_connections_opened_total", .counter, "Connections opened.", Double(counts[.opened])),
      MetricFamily(
        "gift_connections_closed_total", .counter, "Connections closed.", Double(counts[.closed])),
      events(
        "gift_connections_ended_total",
        "Connections ended because a request was not whole in time (late), because the client took "
          + "too slowly what was written (stalled), or so that others could have the place "
          + "(evicted).", "cause", ["late": .late, "stalled": .stalled, "evicted": .evicted]),
    ]
  }

  private static func responses(_ counts: DeliveryCounts) -> MetricFamily {
    MetricFamily(
      "gift_responses_total", .counter, "Responses to clients, by route and status.",
      RouteGroup.allCases.flatMap { route in
        Status.allCases.compactMap { status in
          let count = counts.responses(group: route.number, status: status)
          let labels = [
            MetricLabel(name: "route", value: route.rawValue),
            MetricLabel(name: "status", value: String(status.code)),
          ]
          return count > 0 ? MetricSample(labels, Double(count)) : nil
        }
      })
  }

  private func limitFamilies(_ counts: DeliveryCounts) -> [MetricFamily?] {
    let delivery = clients
    let limits = [
      ("connections", counts[.opened] - counts[.closed], delivery.limits.server.maxConnections),
      ("event_clients", delivery.eventClients.used, delivery.eventClients.limit),
      ("fallback_requests", delivery.fallbackRequests.used, delivery.fallbackRequests.limit),
    ]
    return [
      MetricFamily(
        "gift_limit_capacity", .gauge, "The most that may happen at once.", by: "limit",
        limits.map { ($0.0, $0.2) }),
      MetricFamily(
        "gift_limit_used", .gauge, "What happens at once now.", by: "limit",
        limits.map { ($0.0, $0.1) }),
    ]
  }

  private func processFamilies() -> [MetricFamily?] {
    ProcessUsage.families() + [
      MetricFamily(
        "gift_snapshot_file_failing", .gauge,
        "Whether the snapshot file could not be written the last time: 1, else 0.",
        kept.map { $0.isFailing ? 1 : 0 }),
      MetricFamily(
        "gift_event_loop_lag_seconds", .gauge,
        "By how much an event loop was late at most in the last minute.", lag.longest.seconds),
      MetricFamily(
        "gift_build_info", .gauge,
        "The version that runs, and the commit that it was made from, or unknown; always 1.",
        [
          MetricSample(
            [
              MetricLabel(name: "commit", value: Build.commit),
              MetricLabel(name: "version", value: Build.version),
            ], 1)
        ]),
    ]
  }

  private static func families(of stores: [(String, StoreConnections)]) -> [MetricFamily?] {
    let family = { (name: String, help: String, value: KeyPath<StoreConnections, Int>) in
      MetricFamily(name, .gauge, help, by: "pool", stores.map { ($0.0, $0.1[keyPath: value]) })
    }
    return [
      family(
        "gift_database_connections_open", "Connections to the database, in use or not.", \.open),
      family("gift_database_connections_idle", "Those of them that wait for work.", \.idle),
      family("gift_database_connections_waiting", "Tasks that wait for a connection.", \.waiting),
    ]
  }

  private static func families(of state: ServingReport, now: Timestamp) -> [MetricFamily?] {
    [
      MetricFamily(
        "gift_database_reachable", .gauge,
        "Whether the last read of the catalogue found the database: 1, else 0.",
        state.isDatabaseReachable ? 1 : 0),
      MetricFamily(
        "gift_asset_cache_bytes", .gauge,
        "Animations and pictures kept because they were asked for although not live, in all "
          + "codings.",
        Double(state.cachedBytes)),
      MetricFamily(
        "gift_clock_corrections_total", .counter,
        "How often the database's clock was found to differ from what its last answers had said.",
        Double(state.clockCorrections)),
      MetricFamily(
        "gift_database_read_age_seconds", .gauge, "Time since the catalogue was last read.",
        state.sinceLastRead?.seconds),
      MetricFamily(
        "gift_database_behind_primary_seconds", .gauge,
        "For how long what is served has lacked the newest change that the primary is known to "
          + "have; 0 if it has it.",
        state.lack?.lasting.seconds ?? 0),
      MetricFamily(
        "gift_database_certificate_end_timestamp_seconds", .gauge,
        "When the certificate of the database's server ends; absent without TLS.",
        state.certificateEnd.map(Double.init)),
      MetricFamily(
        "gift_clock_offset_seconds", .gauge,
        "By how much this host's clock is ahead of the database's, as of the last read.",
        state.databaseClock.map { Double(now.microseconds - $0.microseconds) / 1_000_000 }),
    ]
  }

  private static func families(of shown: ShownCatalogue) -> [MetricFamily?] {
    [
      MetricFamily(
        "gift_snapshot_change", .gauge, "The newest change in what is served.",
        Double(shown.change.value)),
      MetricFamily(
        "gift_snapshot_age_seconds", .gauge, "Time since the rows of what is served were read.",
        shown.age.seconds),
      MetricFamily(
        "gift_snapshot_next_boundary_seconds", .gauge,
        "Time until the catalogue changes although nobody edits it; +Inf when it will not.",
        shown.untilBoundary?.seconds ?? .infinity),
      MetricFamily(
        "gift_snapshot_gifts", .gauge, "Gifts that clients may know of, by status.", by: "status",
        shown.gifts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }),
      MetricFamily(
        "gift_snapshot_broken", .gauge,
        "Gifts, rotations, placements and categories that are left out, because their rows cannot "
          + "be read.",
        Double(shown.broken.count)),
      MetricFamily(
        "gift_snapshot_bytes", .gauge, "What is held to be served, in all codings.", by: "kind",
        [
          ("assets", shown.assetBytes), ("catalogue", shown.catalogueBytes),
          ("gifts", shown.giftBytes),
        ]),
    ]
  }
}

extension Duration {
  fileprivate var seconds: Double { self / .seconds(1) }
}
