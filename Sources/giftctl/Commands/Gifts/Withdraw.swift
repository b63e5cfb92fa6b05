import ArgumentParser
import GiftDomain
import GiftPublishing
import GiftStore

/// `giftctl withdraw ID[@N]`.
struct Withdraw: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "withdraw", _superCommandName: Giftctl.name,
    abstract: "Stops serving an animation altogether, for lack of a licence, say.",
    discussion: """
      All versions of a gift, or one (rose@2), go off now. giftd serves neither their bytes nor \
      their pictures any more, under ids or digests, and tells clients to delete what they have. \
      Other gifts with the same bytes are withdrawn with it, and nobody can add these bytes again. \
      Other versions can be published.

      The bytes stay in the database and in exports. giftctl restore-asset allows them again; \
      giftctl undo also restores what was planned. What caches have is printed, to be purged.
      """)

  @Argument(
    help: .init("The gift, such as rose, or a version of it.", valueName: "id[@n]"),
    completion: Completion.gifts)
  var id: String

  @OptionGroup var consent: ConsentOptions
  @OptionGroup var editing: EditOptions

  func run() async throws {
    guard editing.author.reason?.isEmpty == false else {
      throw CommandError.usage("Say why, for those who look for it later: -m \"Licence expired\"")
    }
    let named = try VersionArgument(id)
    let tool = Tool()
    let request = try tool.request(.withdraw, editing)
    Interruption.current.says(Interruption.nothing)
    let limits = try editing.limits()
    let (outcome, addresses) = try await tool.withStore(editing.global, limits: limits) { store in
      let held = try await HeldBytes(named, in: store)
      let proposal = Proposal(held.commands(withdrawing: true), asking: consent) { _ in
        held.question
      }
      let outcome = try await proposal.commit(request, in: store)
      return (outcome, held.addresses)
    }
    report(outcome, addresses)
    try await editing.awaitServed(outcome)
  }

  private func report(_ outcome: EditOutcome, _ addresses: [String]) {
    guard !editing.global.json else {
      let document = outcome.document(isDryRun: editing.dryRun)
      return Terminal.printJSON(document + ["purge": addresses])
    }
    editing.report(outcome)
    guard !editing.dryRun else { return }
    Terminal.tell("  to be purged from caches and CDNs (docs/operations.md):")
    // In one piece, to be copied.
    for address in addresses { Terminal.print("    \(address)") }
  }
}

/// `giftctl restore-asset ID[@N]`.
struct RestoreAsset: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore-asset", _superCommandName: Giftctl.name,
    abstract: "Allows an animation again that was withdrawn.",
    discussion: """
      It plans nothing: to publish the gift again, giftctl publish; to restore what was planned \
      before, giftctl undo of the withdrawal, instead.
      """)

  @Argument(
    help: .init("The gift, such as rose, or a version of it.", valueName: "id[@n]"),
    completion: Completion.gifts)
  var id: String

  @OptionGroup var editing: EditOptions

  func run() async throws {
    let named = try VersionArgument(id)
    try await editing.edit(.restoreAsset) { store in
      Proposal(try await HeldBytes(named, in: store).commands(withdrawing: false))
    }
  }
}

/// The bytes of a gift or of one version, and all gifts that have them.
private struct HeldBytes {
  private let named: VersionArgument
  private let digests: [SHA256Digest]
  /// Those that have the bytes, the named one first.
  private let gifts: [(history: GiftHistory, digests: Set<SHA256Digest>)]

  /// Throws `CommandError.giftNotFound`, and `Rejection.versionNotFound` or `noVersion`.
  init(_ named: VersionArgument, in store: GiftStore) async throws {
    guard let record = try await store.record(of: named.gift) else {
      throw CommandError.giftNotFound(named.gift)
    }
    let versions = record.history.versions
    if let number = named.number, !versions.contains(where: { $0.number == number }) {
      throw StoreError.rejected(
        .versionNotFound(named.gift, number, latest: versions.last?.number))
    }
    guard !versions.isEmpty else { throw StoreError.rejected(.noVersion(named.gift)) }
    let wanted = versions.filter { named.number == nil || $0.number == named.number }
    let digests = Set(wanted.map(\.asset))
    var gifts = [(history: record.history, digests: digests)]
    let holdings = Dictionary(grouping: try await store.holdings(of: Array(digests)), by: \.gift)
    for (gift, held) in holdings.sorted(by: { $0.key < $1.key }) where gift != named.gift {
      guard let other = try await store.record(of: gift) else { continue }
      gifts.append((other.history, Set(held.map(\.asset))))
    }
    self.named = named
    self.digests = digests.sorted { $0.hex < $1.hex }
    self.gifts = gifts
  }

  func commands(withdrawing isWithdrawn: Bool) -> [Command] {
    gifts.flatMap { gift in
      digests.filter(gift.digests.contains).map { digest in
        .setWithdrawn(gift: gift.history.gift, animation: digest, withdrawn: isWithdrawn)
      }
    }
  }

  /// What to ask before it is withdrawn.
  var question: String {
    let others = gifts.dropFirst().map(\.history.gift.text)
    let version = named.number.map { " version \($0)" } ?? ""
    let same =
      others.isEmpty
      ? ""
      : " and the same bytes in \(others.prefix(5).joined(separator: ", "))"
        + (others.count > 5 ? " and \(counted(others.count - 5, "other gift"))" : "")
    return "Withdraw \(named.gift)\(version)\(same)? Nobody is served that any more, and clients "
      + "delete it."
  }

  /// The addresses under which caches may have the bytes and their pictures.
  var addresses: [String] {
    var pictures: Set<SHA256Digest> = []
    for (history, digests) in gifts {
      let numbers = history.versions.filter { digests.contains($0.asset) }.map(\.number)
      for row in history.pictures where numbers.contains(row.value.version) {
        pictures.formUnion(row.value.pictures.pair?.all.map(\.asset) ?? [])
      }
    }
    return digests.map { "/v1/animations/\($0.hex).json" }
      + pictures.map { "/v1/pictures/\($0.hex).webp" }.sorted()
      + gifts.map(\.history.gift).flatMap {
        ["/\($0).json", "/animation/\($0)", "/v1/gifts/\($0)"]
      }
  }
}
