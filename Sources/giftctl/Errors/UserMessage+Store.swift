import GiftDomain
import GiftPublishing
import GiftStore
import PostgresCluster

extension StoreError {
  /// How a command ends with it.
  var userMessage: UserMessage {
    switch self {
    case .rejected(let reason): reason.userMessage
    case .commandsRejected(let rejections): UserMessage(rejections)
    case .unreachable(let reason):
      UserMessage(
        .unreachable, "unreachable", "The database cannot be reached: \(oneLine(reason)).")
    case .outcomeUnknown:
      UserMessage(
        .outcomeUnknown, "outcome_unknown",
        "The connection was lost while the change was committed, so it may or may not have "
          + "happened: run the same command again, it finds out and finishes.")
    case .waitedTooLong(let kind): kind.userMessage
    case .notAllowed(let statement):
      UserMessage(
        .notAllowed, "not_allowed",
        "The database role may not do this (\(statement)): use a login that is a member of "
          + "gift_editor, or for migrations and repairs the database's owner.")
    case .notMigrated:
      UserMessage(
        .failure, "not_migrated",
        "The database has no catalogue yet, or an old one: giftctl database migrate.")
    case .migratedFurther(let name):
      UserMessage(
        .failure, "migrated_further",
        "The database was migrated to \(name), which this giftctl does not know: use a newer one.")
    case .migrationChanged(let name):
      UserMessage(
        .conflict, "migration_changed",
        "The migration \(name) was applied with other text than this giftctl has: use the giftctl "
          + "that belongs to the database.")
    case .clockBehind(let change, let at, let now):
      UserMessage(
        .failure, "clock_behind",
        "The database's clock shows \(now), and change \(change) was made at \(at): set the clock "
          + "right, or what is published now would come late. If it is right now and was ahead "
          + "then: giftctl repair, as the database's owner.")
    case .constraintHolds(let name):
      UserMessage(
        .conflict, "constraint", "Another edit came first (\(name)): look, then run it again.")
    case .archiveBroken(let fault):
      UserMessage(
        .failure, "archive_broken", "The archive does not fit together: \(fault.sentence).")
    case .rowBroken(let error):
      UserMessage(
        .failure, "row_broken",
        "The database holds a row that breaks a rule, and was edited by hand: \(error.sentence)")
    case .broken(.gift(let gift)):
      UserMessage(.failure, "gift_broken", BrokenPart.gift(gift).sentence)
    case .broken(.rotation(let name)):
      UserMessage(.failure, "rotation_broken", BrokenPart.rotation(name).sentence)
    case .unexpected(let sqlState, let statement, _):
      UserMessage(
        .failure, "unexpected",
        "The database gave an unexpected answer (SQLSTATE \(sqlState), statement \(statement)).")
    }
  }
}

/// Warns of what is left out of what is shown.
func warn(of broken: [BrokenPart]) {
  for part in broken { Terminal.explain("warning: \(part.sentence)") }
}

extension BrokenPart {
  fileprivate var sentence: String {
    let subject =
      switch self {
      case .gift(let gift): "The gift \(gift)"
      case .rotation(let name): "The rotation \(name)"
      }
    return "\(subject) cannot be read, as its rows were edited by hand: mend them, or restore a "
      + "backup."
  }
}

extension StoreError.WaitKind {
  fileprivate var userMessage: UserMessage {
    switch self {
    case .connection:
      UserMessage(
        .waitedTooLong, "waited_for_connection", "No database connection became free in time.")
    case .lock:
      UserMessage(
        .waitedTooLong, "waited_for_lock",
        "Somebody else has been editing the catalogue for too long: run it again.")
    case .answer:
      UserMessage(.waitedTooLong, "waited_for_answer", "The database took too long to answer.")
    }
  }
}

extension ArchiveFault {
  fileprivate var sentence: String {
    switch self {
    case .changesOutOfOrder(let change): "change \(change) is out of order"
    case .changeAltered(let change): "change \(change) is not the one that its digest was made of"
    case .fromTheFuture(let change): "change \(change) lies in the future; look at the clocks"
    case .giftRepeated(let gift): "\(gift) is in it twice"
    case .changesOfGiftBroken(let gift): "the changes of \(gift) are not those of the archive"
    case .versionsOutOfOrder(let gift): "the versions of \(gift) do not count up from 1"
    case .rowWithoutChange(let gift): "a row of \(gift) names a change or version it does not have"
    case .overlap(let gift, let change):
      "\(gift) would play two versions at once (change \(change))"
    case .rotationBroken(let name):
      "a plan of the rotation \(name) names a change or gift that is not there, or is there twice"
    case .announcementBroken(let number):
      "announcement \(number) is out of order, or of a version or rotation that is not there"
    case .assetMissing(let digest): "the animation \(digest) is missing"
    case .assetDiffers(let digest): "the animation \(digest) has other bytes"
    case .codingsDiffer(let digest):
      "a compressed copy of the animation \(digest) is missing or damaged"
    }
  }
}

/// The first line of somebody else's words, without the full stop and PostgreSQL's own severity.
func oneLine(_ text: String) -> String {
  let words = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "no reason given"
  let line = words.replacing("FATAL: ", with: "")
  return line.hasSuffix(".") ? String(line.dropLast()) : line
}

extension UserMessage {
  /// How many subjects are listed for people; JSON lists all.
  private static let listedSubjects = 20

  /// Why an edit of several subjects is refused: the first reason, and the others below it.
  fileprivate init(_ rejections: [CommandRejection]) {
    let all = rejections.map { (subject: $0.subject.text, why: $0.reason.userMessage) }
    let first = all.first?.why ?? UserMessage(.failure, "refused", "The edit is refused.")
    // What is true of all, as that a time has passed, is told once.
    let others = all.dropFirst().filter { $0.why != first }
    let lines = others.map { "\($0.subject): \($0.why.sentence)" }
    self.init(first.status, first.code, first.sentence, details: lines.cut(to: Self.listedSubjects))
  }
}
