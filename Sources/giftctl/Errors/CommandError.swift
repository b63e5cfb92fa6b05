import GiftDomain
import GiftPublishing
import GiftStore
import Lottie
import Pictures
import PostgresCluster

/// Why a command fails.
enum CommandError: Error, Sendable {
  case store(StoreError)
  case publishing(PublishingError)
  /// The private cluster cannot be started.
  case cluster(ClusterError)
  /// An argument breaks a rule.
  case invalid(DomainError)
  /// A local time without `--tz`.
  case zoneMissing(String)
  case file(path: String, FileProblem)
  /// A configuration file of the check cannot be used.
  case configuration(path: String, ConfigurationFault)
  case giftNotFound(GiftID)
  /// One of several gifts that are to be changed does not exist.
  case giftToAddMissing(GiftID)
  case rotationNotFound(RotationName)
  /// No gift has the category, and it has no names.
  case categoryNotFound(Category)
  /// A category cannot be renamed to one that is there.
  case categoryExists(Category, renaming: Category)
  case zoneUnknown(String)
  /// Unknown names, with the nearest known ones.
  case misspelt(UserMessage)
  /// The command destroys something and was not confirmed.
  case consentMissing(String)
  /// Somebody was asked and said no.
  case declined
  case edit(EditError)
  /// The check refused the file of one gift; `fix` has the commands that fix it.
  case animationRefused(file: String, CheckReport, fix: EditCommands)
  /// The machine, or giftdraw, cannot draw a file.
  case drawing(file: String, DrawingFailure)
  /// rlottie cannot draw a file or a version, or there is nothing to see in it.
  case undrawable(file: String, DrawingObstacle)
  /// Nobody has drawn a version yet.
  case pictureMissing(file: String)
  /// The stored picture of a version cannot be decoded.
  case pictureBroken(file: String)
  /// What is wrong has been printed; only the exit code is left.
  case reported(ExitStatus)
  /// Options that do not go together.
  case usage(String)
  /// The role may not announce boundaries.
  case schedulerMissing(statement: String)
  case actorMissing
  /// A public address does not say what is served there, or not yet what is wanted.
  case served(String, ServedFault)
  /// The gallery cannot be served.
  case gallery(GalleryError)
  case unforeseen(any Error)

  /// An error of a module below; nil for any other, such as those of the command line.
  init?(_ error: any Error) {
    switch error {
    case let error as CommandError: self = error
    case let error as StoreError, OpeningError.store(let error): self = .store(error)
    case let error as ClusterError, OpeningError.cluster(let error): self = .cluster(error)
    case let error as PublishingError: self = .publishing(error)
    case let error as DomainError: self = .invalid(error)
    case let error as EditError: self = .edit(error)
    case let error as GalleryError: self = .gallery(error)
    default: return nil
    }
  }
}

/// What is wrong with a file or folder.
enum FileProblem: Error, Hashable, Sendable {
  case missing
  /// It is a folder, a pipe, a device …
  case notAFile(kind: String)
  case notAFolder
  /// Another user has put it into a folder that all may write to.
  case planted
  /// A link in a folder leads out of it.
  case outside
  case tooLarge(bytes: Int64, limit: Int64)
  /// A stream with too many files.
  case streamTooLong(limit: Int)
  case notEmpty
  /// Neither `archive.jsonl` nor `manifest.json` is in the folder.
  case nothingToImport
  /// No animation is in the folder or below.
  case noAnimations
  /// Folders nested beyond the limit.
  case tooDeep(limit: Int)
  /// A folder with more animations than one command checks.
  case tooManyFiles(limit: Int)
  /// A folder with more entries than one command looks at.
  case tooManyEntries(limit: Int)
  /// A line of a stream is not what `export` writes.
  case brokenStream(line: Int)
  /// It cannot be unpacked.
  case packed(UnpackingFault)
  /// The system refused, in its own words.
  case system(String)
}

/// The exit codes.
enum ExitStatus: Int32, Hashable, Sendable {
  /// Done, or there was nothing to do.
  case done = 0
  /// Something that no other code covers.
  case failure = 1
  /// No such gift, version, change or file.
  case notFound = 2
  /// Someone else changed it, or it overlaps.
  case conflict = 3
  /// The check refused an animation.
  case refused = 4
  /// The database role may not do this.
  case notAllowed = 5
  /// The database cannot be reached.
  case unreachable = 6
  /// The commit was sent and not answered: run the command again.
  case outcomeUnknown = 7
  /// A wait limit passed.
  case waitedTooLong = 8
  /// Done, without parts of the catalogue that cannot be read: they are named.
  case incomplete = 9
  /// The command line is wrong (`EX_USAGE` of sysexits.h), or lacks a required confirmation.
  case usage = 64
}
