import GiftDomain
import GiftPublishing
import GiftStore
import PostgresCluster

extension StoreError {
  /// The message and exit code for it.
  var userMessage: UserMessage {
    switch self {
    case .rejected(let reason): reason.userMessage
    case .commandsRejected(let rejections): UserMessage(rejections)
    case .unreachable(let reason):
      UserMessage(
        .unreachable, "unreachable", "The database cannot be reached: \(oneLine(reason)).")
    case .misconfigured(let reason):
      UserMessage(
        .usage, "database_misnamed",
        "No database can be reached so: \(oneLine(reason)). It is named by --database, "
          + "GIFT_DATABASE or the PG… variables.")
    case .outcomeUnknown:
      UserMessage(
        .outcomeUnknown, "outcome_unknown",
        "The connection was lost during the commit, so the change may or may not be stored. Run "
          + "the same command again: it finds out and finishes.")
    case .waitedTooLong(let kind): kind.userMessage
    case .notAllowed(let statement):
      UserMessage(
        .notAllowed, "not_allowed",
        "The database role is not allowed to do this (\(statement)): log in as a member of "
          + "gift_editor or, for migrations and repairs, as the database's owner.")
    case .notMigrated:
      UserMessage(
        .failure, "not_migrated",
        "The database's schema is missing or out of date. To update it: giftctl database migrate")
    case .migratedFurther(let name):
      UserMessage(
        .failure, "migrated_further",
        "The database was migrated to \(name), which this giftctl does not know: use a newer "
          + "giftctl.")
    case .migrationChanged(let name):
      UserMessage(
        .conflict, "migration_changed",
        "The migration \(name) was applied with a text that differs from this giftctl's: use the "
          + "giftctl that migrated the database.")
    case .migrationUnfit(let name):
      UserMessage(
        .failure, "migration_unfit",
        "The migration \(name) is not recorded in gift.migration, and cannot be applied: its row "
          + "was deleted, or the schema was changed by hand. Put the row back, or restore a "
          + "backup.")
    case .encodingUnfit(let encoding):
      UserMessage(
        .failure, "encoding_unfit",
        "The database's encoding is \(encoding), and must be UTF8. Create another one: "
          + "createdb --encoding UTF8 --template template0 NAME")
    case .schemaOpen(let roles):
      UserMessage(
        .notAllowed, "schema_open",
        "Others than the catalogue's owner may create in the schema gift, and could run their code "
          + "in every session: \(roles.joined(separator: ", ")). Revoke that right or, if one of "
          + "them owns the schema, change its owner, then run the command again.")
    case .schemaForeign(let names):
      UserMessage(
        .notAllowed, "schema_foreign",
        "The schema gift contains functions or operators that are not the catalogue's, and may be "
          + "run in place of PostgreSQL's own: \(names.joined(separator: ", ")). Find out who made "
          + "them, and drop them.")
    case .clockBehind(let change, let at, let now):
      UserMessage(
        .failure, "clock_behind",
        "The database's clock shows \(now), which is before change \(change), made at \(at). "
          + "Correct the clock; if it is right now and was ahead then, run giftctl repair as the "
          + "database's owner.")
    case .constraintHolds(let name):
      UserMessage(
        .conflict, "constraint",
        "Another edit came first (\(name)): see giftctl history, then run the command again.")
    case .archiveBroken(.text(let fault)):
      UserMessage(.failure, "archive_unreadable", "The archive cannot be read: \(fault.sentence)")
    case .archiveBroken(let fault):
      UserMessage(
        .failure, "archive_broken", "The archive is inconsistent: \(fault.sentence).")
    case .rowBroken(let error):
      UserMessage(
        .failure, "row_broken",
        "The database contains an invalid row, edited by hand: \(error.sentence)")
    case .broken(let part): UserMessage(.failure, "\(part.kind)_broken", part.sentence)
    case .unexpected(let sqlState, let statement, _):
      UserMessage(
        .failure, "unexpected",
        "The database gave an unexpected answer (SQLSTATE \(sqlState), statement \(statement)).")
    }
  }
}

extension StoreError.WaitKind {
  fileprivate var userMessage: UserMessage {
    switch self {
    case .connection:
      UserMessage(
        .waitedTooLong, "waited_for_connection",
        "No database connection became free in time: run the command again.")
    case .lock:
      UserMessage(
        .waitedTooLong, "waited_for_lock",
        "Another edit held the catalogue for too long: run the command again.")
    case .answer:
      UserMessage(
        .waitedTooLong, "waited_for_answer",
        "The database took too long to answer: run the command again.")
    }
  }
}

extension ArchiveFault {
  fileprivate var sentence: String {
    switch self {
    case .text(let fault): fault.sentence
    case .changesOutOfOrder(let change): "change \(change) is out of order"
    case .changeAltered(let change): "change \(change) does not match its digest"
    case .rowsAltered(let change): "the rows of change \(change) do not match its digest"
    case .fromTheFuture(let change): "change \(change) is dated in the future; check the clocks"
    case .changesOfGiftBroken(let gift):
      "rows of \(gift) come before all changes, or twice under one"
    case .versionsOutOfOrder(let gift): "the versions of \(gift) are not numbered 1, 2, 3 …"
    case .rowWithoutChange(let gift): "a row of \(gift) refers to a missing change or version"
    case .overlap(let gift, let change):
      "\(gift) would play two versions at once (change \(change))"
    case .rotationBroken(let name):
      "the rotation \(name) refers to a missing change or gift, or names one twice"
    case .groupBroken(let id):
      "the settings of the \(id.kind) \(id.name) are out of order, or refer to a missing change"
    case .announcementBroken(let number):
      "announcement \(number) is out of order, or refers to a missing version or rotation"
    case .assetMissing(let digest): "the animation or picture \(digest) is missing"
    case .assetUnnamed(let digest): "no gift has the animation or picture \(digest)"
    case .assetDiffers(let digest):
      "the animation or picture \(digest) is not what its digest says, or is listed twice"
    case .codingsDiffer(let digest):
      "a compressed copy of the animation \(digest) is missing or damaged"
    }
  }
}

extension ArchiveTextFault {
  fileprivate var sentence: String {
    switch self {
    case .memberMissing(let name, let line): "line \(line) has no \(quoted(name))."
    case .otherFormat(let format):
      "its format is \(quoted(format)): restore it with the giftctl that wrote it."
    case .tooLong(let line):
      "line \(line) would have over \(ArchiveText.maxLineBytes / 1_048_576) MiB."
    case .invalid(let error, let line): "on line \(line), \(error.sentence)"
    case .altered(let line):
      "it is damaged, cut off, edited by hand, or from a newer giftctl: line \(line) is not what "
        + "giftctl export wrote. Use another copy."
    }
  }
}

/// The first line of a foreign message, without the full stop and PostgreSQL's own severity.
func oneLine(_ text: String) -> String {
  let words = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "no reason given"
  let line = words.replacing("FATAL: ", with: "")
  return line.hasSuffix(".") ? String(line.dropLast()) : line
}

extension UserMessage {
  /// How many subjects are listed for people; JSON lists all.
  private static let listedSubjects = 20

  /// Why an edit of several subjects is refused: the first reason, and the others below it.
  init(_ rejections: [CommandRejection], explained: (Rejection) -> UserMessage = \.userMessage) {
    let all = rejections.map { (subject: $0.subject.text, why: explained($0.reason)) }
    let first = all.first?.why ?? UserMessage(.failure, "refused", "The edit was refused.")
    // A reason shared by all, such as a time that has passed, is printed once.
    let others = all.dropFirst().filter { $0.why != first }
    let lines = others.map { subject, why in
      why.sentence.contains(subject) ? why.sentence : "\(subject): \(why.sentence)"
    }
    self.init(first.status, first.code, first.sentence, details: lines.cut(to: Self.listedSubjects))
  }
}
