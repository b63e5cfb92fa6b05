import Delivery
import GiftAPI
import GiftDomain
import GiftStore

/// What is at `/metrics`: what was counted, and what is read where it is when somebody asks.
struct MetricsPage: Sendable {
  let registry: MetricRegistry
  let api: GiftAPI
  /// What happened on each port.
  let clients = DeliveryCounters()
  let operations = DeliveryCounters()
  /// The stores by what they are for.
  let stores: [String: GiftStore]
  /// This host's clock.
  let now: @Sendable () -> Timestamp

  /// The whole page, families by name; asks no database.
  func text() async -> MetricsText {
    var connections: [String: StoreConnections] = [:]
    for (name, store) in stores { connections[name] = await store.connections() }
    let state = api.observed()
    let families =
      registry.families() + deliveryFamilies() + Self.families(of: connections)
      + Self.families(of: state, now: now()) + (state.shown.map(Self.families) ?? [])
    return MetricsText(
      families.sorted { $0.name < $1.name }.map(\.text).joined(),
      contentType: MetricFamily.contentType)
  }

  private func deliveryFamilies() -> [MetricFamily] {
    let ports = [(PortKind.operations, operations), (PortKind.public, clients)].map {
      (label: MetricLabel(name: "port", value: $0.0.rawValue), counts: $0.1.counts())
    }
    // One series for each port and part; a part without a name is the only one.
    let family = { (name: String, help: String, kind: String, parts: [(String, CountPath)]) in
      MetricFamily(
        name, .counter, help,
        ports.flatMap { port in
          parts.map { part, path in
            MetricSample(
              [port.label] + (part.isEmpty ? [] : [MetricLabel(name: kind, value: part)]),
              Double(port.counts[keyPath: path]))
          }
        })
    }
    return [
      MetricFamily(
        "gift_event_clients", .gauge, "Clients that listen to events.",
        ports.map { port in
          MetricSample(
            [port.label], Double(port.counts.eventClientsCome - port.counts.eventClientsGone))
        }),
      family(
        "gift_events_total",
        "Events: written to a client, or skipped as it had not taken an earlier one when the next "
          + "one came.", "outcome",
        [("sent", \.events), ("skipped", \.eventsSkipped)]),
      family(
        "gift_requests_total",
        "Requests: answered with what was ready, handed to the slow path, refused for what they "
          + "are, or refused because too many were with the slow path.", "outcome",
        [
          ("ready", \.ready), ("slow", \.slow), ("refused", \.refused),
          ("overloaded", \.overloaded),
        ]),
      family(
        "gift_ready_response_bytes_total", "The bodies of the answers that were ready.", "",
        [("", \.readyBytes)]),
      family("gift_connections_opened_total", "Connections opened.", "", [("", \.opened)]),
      family("gift_connections_closed_total", "Connections closed.", "", [("", \.closed)]),
      family(
        "gift_connections_ended_total",
        "Connections ended because a request was not whole in time (late), or because nothing was "
          + "taken of what was written (stalled).", "cause",
        [("late", \.late), ("stalled", \.stalled)]),
    ]
  }

  private static func families(of stores: [String: StoreConnections]) -> [MetricFamily] {
    let family = { (name: String, help: String, value: KeyPath<StoreConnections, Int>) in
      MetricFamily(
        name, .gauge, help,
        stores.sorted { $0.key < $1.key }.map { store in
          MetricSample(
            [MetricLabel(name: "pool", value: store.key)], Double(store.value[keyPath: value]))
        })
    }
    return [
      family(
        "gift_database_connections_open", "Connections to the database, in use or not.", \.open),
      family("gift_database_connections_idle", "Those of them that wait for work.", \.idle),
      family("gift_database_connections_waiting", "Tasks that wait for a connection.", \.waiting),
    ]
  }

  private static func families(of state: ServingState, now: Timestamp) -> [MetricFamily] {
    var families = [
      MetricFamily(
        "gift_database_reachable", .gauge,
        "Whether the last read of the catalogue found the database: 1, else 0.",
        [MetricSample(state.isDatabaseReachable ? 1 : 0)]),
      MetricFamily(
        "gift_asset_cache_bytes", .gauge,
        "Animations kept because they were asked for although not live, in all codings.",
        [MetricSample(Double(state.cachedBytes))]),
    ]
    if let lag = state.sinceLastRead {
      families.append(
        MetricFamily(
          "gift_database_lag_seconds", .gauge, "Time since the catalogue was last read.",
          [MetricSample(lag.seconds)]))
    }
    if let clock = state.databaseClock {
      families.append(
        MetricFamily(
          "gift_clock_offset_seconds", .gauge,
          "By how much this host's clock is ahead of the database's, as of the last read.",
          [MetricSample(Double(now.microseconds - clock.microseconds) / 1_000_000)]))
    }
    return families
  }

  private static func families(of shown: ShownCatalogue) -> [MetricFamily] {
    [
      MetricFamily(
        "gift_snapshot_change", .gauge, "The newest change in what is served.",
        [MetricSample(Double(shown.change.value))]),
      MetricFamily(
        "gift_snapshot_age_seconds", .gauge, "Time since the rows of what is served were read.",
        [MetricSample(shown.age.seconds)]),
      MetricFamily(
        "gift_snapshot_next_boundary_seconds", .gauge,
        "Time until the catalogue changes although nobody edits it; +Inf when it will not.",
        [MetricSample(shown.untilBoundary?.seconds ?? .infinity)]),
      MetricFamily(
        "gift_snapshot_gifts", .gauge, "Gifts that clients may know of, by status.",
        shown.gifts.sorted { $0.key < $1.key }.map { status, count in
          MetricSample([MetricLabel(name: "status", value: status)], Double(count))
        }),
      MetricFamily(
        "gift_snapshot_bytes", .gauge, "What is held to be served, in all codings.",
        [
          ("assets", shown.assetBytes), ("catalogue", shown.catalogueBytes),
          ("gifts", shown.giftBytes),
        ].map { kind, count in
          MetricSample([MetricLabel(name: "kind", value: kind)], Double(count))
        }),
    ]
  }
}

private typealias CountPath = KeyPath<DeliveryCounts, Int>

extension Duration {
  fileprivate var seconds: Double { self / .seconds(1) }
}
