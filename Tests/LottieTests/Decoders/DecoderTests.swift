import Lottie
import Testing

/// The check against the decoders of lottie-ios and lottie-android: what they say of 45,716 small
/// animations, and of whole files.
///
/// They tell whether a file loads. A file that loads may still not be drawn, by them or by
/// lottie-web: then it is refused for a reason in `fixtures/lottie/decoders/refused.csv`.
struct DecoderTests {
  private static let folder = Material.sharedFolder("players/decoders")

  /// Of the rows that both decoders take, how many the checker may refuse on its own account.
  private static let mostRefused = 0.01

  /// Rows that the checker accepts although a decoder does not: lottie-android fails at an offset
  /// of a gradient that is not in order, but only together with stops of opacity.
  private static let unbuilt = ["shapes/[gf]/g/k/k/# fraction"]

  /// What the check of an animation says in each profile.
  private struct Outcome {
    let ios: Verdict
    let android: Verdict
    let gift: CheckReport

    init(_ bytes: [UInt8]) {
      ios = Lottie.check(bytes, CheckPolicy(.ios)).verdict
      android = Lottie.check(bytes, CheckPolicy(.android)).verdict
      gift = Lottie.check(bytes)
    }

    /// Whether it accepts what a decoder refuses.
    func isLenient(_ isTakenByIOS: Bool, _ isTakenByAndroid: Bool) -> Bool {
      let isAccepted = gift.verdict == .accepted
      return !isTakenByIOS && (ios == .accepted || isAccepted)
        || !isTakenByAndroid && (android == .accepted || isAccepted)
    }

    /// The rules that refuse the file as a gift.
    var codes: Set<String> {
      Set(gift.findings.filter { $0.severity == .error }.map(\.code))
    }
  }

  private static func bytes(
    _ path: String, _ change: DecoderDocument.Change, _ verdicts: DecoderVerdicts
  ) throws -> [UInt8] {
    let way = DecoderBase.way(to: path)
    let document = DecoderDocument(change: change, writing: verdicts.writing(of: path))
    let text = try document.text(DecoderBase.animation(for: way), way[...])
    return Array(try #require(text).utf8)
  }

  @Test func `animations before the change are accepted`() throws {
    guard let folder = Self.folder else { return }
    let verdicts = try DecoderVerdicts("\(folder)/members.csv")
    for path in Set(verdicts.rows.map(\.path)) {
      let bytes = try Self.bytes(path, .none, verdicts)
      // No file with a camera or a sound is accepted as a gift.
      let isGift = !["layers/[13]", "layers/[6]"].contains(where: path.hasPrefix)
      for profile in isGift ? [Profile.ios, .android, .gift] : [.ios, .android] {
        let report = Lottie.check(bytes, CheckPolicy(profile))
        #expect(report.verdict == .accepted, "\(path), \(profile): \(report.findings)")
      }
    }
  }

  @Test func `what a decoder refuses is refused, and what both take for a reason only`() throws {
    guard let folder = Self.folder else { return }
    let verdicts = try DecoderVerdicts("\(folder)/members.csv")
    let refusals = try DecoderRefusal.all()
    var needed: [Set<String>] = Array(repeating: [], count: refusals.count)
    var lenient: [String] = []
    var takenCount = 0
    var refusedCounts: [String: Int] = [:]
    for row in verdicts.rows {
      let value = DecoderVerdicts.value(of: row.mutation)
      let change = value.map(DecoderDocument.Change.value) ?? .deletion
      let outcome = Outcome(try Self.bytes(row.path, change, verdicts))
      if outcome.isLenient(row.isTakenByIOS, row.isTakenByAndroid) {
        lenient.append("\(row.path) \(row.mutation)")
      }
      guard row.isTakenByIOS, row.isTakenByAndroid else { continue }
      takenCount += 1
      for code in outcome.codes {
        let position = refusals.firstIndex { $0.names(row, code) }
        guard let position else {
          Issue.record("\(row.path) \(row.mutation) is refused by \(code)")
          continue
        }
        needed[position].insert(row.mutation)
        refusedCounts[refusals[position].player, default: 0] += 1
      }
    }
    #expect(lenient == Self.unbuilt)
    for (refusal, mutations) in zip(refusals, needed) {
      #expect(refusal.mutations == mutations, "\(refusal) is needed for \(mutations) only")
    }
    print("of \(takenCount) rows that both decoders take, refused for: \(refusedCounts)")
    #expect(Double(refusedCounts["check"] ?? 0) <= Self.mostRefused * Double(takenCount))
  }

  @Test func `no file that a decoder refuses is accepted`() throws {
    guard let folder = Self.folder, let corpus = Material.sharedFolder("corpus"),
      let hostile = Material.sharedFolder("hostile")
    else { return }
    var refused: [String: Int] = [:]
    for row in try Material.rows("\(folder)/corpus.csv") where !row[0].hasPrefix("\"") {
      let name = row[0].drop { $0 != "/" }
      let file = (row[0].hasPrefix("corpus/") ? corpus : hostile) + name
      let outcome = Outcome(try Material.bytes(file))
      let isTaken = (ios: row[1] == "ok", android: row[2] == "ok")
      #expect(!outcome.isLenient(isTaken.ios, isTaken.android), "\(row[0])")
      if isTaken.ios, isTaken.android {
        for code in outcome.codes { refused[code, default: 0] += 1 }
      }
    }
    for (code, count) in refused.sorted(by: { $0.key < $1.key }) {
      print("loads everywhere, and refused by \(code): \(count)")
    }
  }
}
