import Testing

/// A command that is refused: how it ends, and the stable word for it.
struct Refusal: CustomTestStringConvertible {
  let words: [String]
  let exitCode: Int32
  let code: String
  /// A part of the sentence.
  let says: String

  init(_ line: String, _ exitCode: Int32, _ code: String, says: String) {
    words = line.split(separator: " ").map { String($0.replacing("_", with: " ")) }
    (self.exitCode, self.code, self.says) = (exitCode, code, says)
  }

  init(_ words: [String], _ exitCode: Int32, _ code: String, says: String) {
    (self.words, self.exitCode, self.code, self.says) = (words, exitCode, code, says)
  }

  var testDescription: String { "\(words.joined(separator: " ")) → \(exitCode) \(code)" }

  static let all = notFound + conflicts + refusedByTheCheck + usage + others

  private static let notFound = [
    Refusal("publish tulip", 2, "gift_not_found", says: "no gift tulip"),
    Refusal("publish rose --version 9", 2, "version_not_found", says: "the latest is 1"),
    Refusal("retire tulip --yes", 2, "gift_not_found", says: "no gift tulip"),
    Refusal("retire tulip", 2, "gift_not_found", says: "no gift tulip"),
    Refusal("rollback tulip", 2, "gift_not_found", says: "no gift tulip"),
    Refusal("rollback rose --to 99", 2, "change_not_found", says: "the last is 1"),
    Refusal("show tulip", 2, "gift_not_found", says: "no gift tulip"),
    Refusal("history tulip", 2, "gift_not_found", says: "no gift tulip"),
    Refusal("list --at 99", 2, "change_not_found", says: "no change 99"),
    Refusal("history --at 99", 2, "change_not_found", says: "no change 99"),
    Refusal("history rose --at -52w", 2, "gift_not_found", says: "no gift rose"),
    Refusal("check --catalogue --at 99", 2, "change_not_found", says: "no change 99"),
    Refusal("export - --live --at 99", 2, "change_not_found", says: "no change 99"),
    Refusal("diff --from 99", 2, "change_not_found", says: "no change 99"),
    Refusal("add rose /nowhere.json", 2, "file_not_found", says: "There is no \"/nowhere.json\""),
    Refusal("import /nowhere", 2, "file_not_found", says: "There is no \"/nowhere\""),
    Refusal("import /", 2, "nothing_to_import", says: "neither a manifest.json nor"),
  ]

  private static let conflicts = [
    Refusal("publish rose --from 2000-01-01T00:00:00Z", 3, "instant_in_past", says: "in the past"),
    Refusal("retire rose --yes --at -1h", 3, "instant_in_past", says: "in the past"),
    Refusal("add rose --price 11 --expect-change 0", 3, "changed_since", says: "by change 1"),
    Refusal("retire rose --yes --expect-change 0", 3, "changed_since", says: "by change 1"),
    Refusal("publish rose --until +1h --expect-change 0", 3, "changed_since", says: "change 1"),
    Refusal("rollback rose --expect-change 0", 3, "changed_since", says: "by change 1"),
  ]

  private static let refusedByTheCheck = [
    Refusal(
      "add rose \(Fixtures.file("rose")) --max-bytes 10", 4, "refused",
      says: "The check refused the animation (1 error)")
  ]

  private static let usage = [
    Refusal("retire rose", 64, "consent_missing", says: "without a prompt: --yes"),
    Refusal("retire rose --at +1w", 64, "consent_missing", says: "without a prompt: --yes"),
    Refusal("import \(Fixtures.folder) --max-bytes 0", 64, "usage", says: "--max-bytes"),
    // More than an export of it could be imported again.
    Refusal("import \(Fixtures.folder) --max-bytes 67108865", 64, "usage", says: "67108864"),
    Refusal("add tulip --price 1", 64, "definition_incomplete", says: "--name en=Rose"),
    Refusal("add tulip --name en=Tulip", 64, "definition_incomplete", says: "--price 10"),
    Refusal("add rose --tag red --no-tags", 64, "usage", says: "Give --tag or --no-tags"),
    Refusal("add rose --name en=A --name en=B", 64, "invalid", says: "given twice"),
    Refusal("add rose --name en=", 64, "invalid", says: "is not a valid name"),
    Refusal("add rose --name e=A", 64, "invalid", says: "BCP 47"),
    Refusal("add rose --name Rose", 64, "usage", says: "--name"),
    Refusal("add rose --price -1", 64, "invalid", says: "from 0 to 10,000,000"),
    Refusal("add rose --price 10000001", 64, "invalid", says: "10,000,000"),
    Refusal("add rose --price ten", 64, "usage", says: "--price"),
    Refusal("publish Rose", 64, "invalid", says: "lower-case"),
    Refusal("publish rose --version 0", 64, "invalid", says: "versions count 1, 2, 3"),
    Refusal("publish rose --from tomorrow", 64, "usage", says: "write now, +3w"),
    Refusal("retire rose --at soon", 64, "usage", says: "2026-12-01T10:00:00Z"),
    Refusal("check rose.json --at +1w", 64, "usage", says: "--at and --tz need --catalogue"),
    Refusal("export /nowhere --at +1w", 64, "usage", says: "need --live"),
    Refusal("export - --tz UTC", 64, "usage", says: "--at and --tz need --live"),
    Refusal("list --at yesterday", 64, "usage", says: "or the number of a change"),
    Refusal(
      "publish rose --from 2100-01-01_10:00 --tz Moon/Base", 64, "zone_unknown",
      says: "Moon/Base"),
    Refusal(
      "publish rose --from 2100-13-41_10:00 --tz Europe/Berlin", 64, "usage",
      says: "a year has the months 01 to 12"),
    Refusal("publish rose --from +2h --until +1h", 64, "invalid", says: "not after the beginning"),
    Refusal("history --limit 0", 64, "usage", says: "from 1 to 10000"),
    Refusal("database start", 64, "usage", says: "the private database only"),
    Refusal("database stop", 64, "usage", says: "the private database only"),
    Refusal("destroy", 64, "usage", says: ""),
    Refusal("publish", 64, "usage", says: "<id>"),
    Refusal("check", 64, "usage", says: "<file>"),
  ]

  private static let others = [
    Refusal("export /tmp", 1, "folder_not_empty", says: "already exists"),
    Refusal("add rose /tmp", 1, "not_a_file", says: "is a folder"),
  ]
}
