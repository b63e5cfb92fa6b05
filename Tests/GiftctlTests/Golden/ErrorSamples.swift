import Compression
import DrawProtocol
import GiftDomain
import GiftStore
import Pictures
import PostgresCluster
import SystemPackage

@testable import GiftPublishing
@testable import Lottie
@testable import giftctl

/// At least one error of each case of each enum, as commands end with it.
struct ErrorSamples {
  private let rose: GiftID
  private let heart: GiftID
  private let spring: RotationName
  private let splash: GiftGroup.ID
  private let flowers: GiftGroup.ID
  private let four: ChangeNumber
  private let nine: ChangeNumber
  private let two: VersionNumber
  private let start: Timestamp
  private let end: Timestamp

  init() throws {
    (rose, heart) = (try GiftID("rose"), try GiftID("heart"))
    spring = try RotationName("spring")
    splash = .placement(try PlacementName("splash"))
    flowers = .category(try Category("flowers"))
    (four, nine) = (try ChangeNumber(4), try ChangeNumber(9))
    two = try VersionNumber(2)
    (start, end) = (try instant("2099-12-01T10:00:00Z"), try instant("2099-12-24T18:30:00Z"))
  }

  /// All of them.
  func all() throws -> [CommandError] {
    try commandErrors() + domainErrors().map(CommandError.invalid)
      + rejections().map { .store(.rejected($0)) } + storeErrors().map(CommandError.store)
      + publishingErrors().map(CommandError.publishing) + editErrors().map(CommandError.edit)
      + clusterErrors().map(CommandError.cluster)
      + fileProblems().map { .file(path: "gifts/rose.json", $0) }
      + unpackingFaults().map { .file(path: "rose.lottie", .packed($0)) }
      + drawingFailures().map { .drawing(file: "rose.json", $0) }
      + DrawingObstacle.allCases.map { .undrawable(file: "rose version 2", $0) }
      + configurationFaults().map { .configuration(path: "check.json", $0) }
  }

  private func commandErrors() throws -> [CommandError] {
    let address = "https://gifts.example.com"
    return [
      .zoneMissing("2026-12-01 10:00"), .giftNotFound(rose), .rotationNotFound(spring),
      .zoneUnknown("Europe/Lodnon"), .giftToAddMissing(rose),
      .categoryNotFound(try Category("blumen")),
      .categoryExists(try Category("flowers"), renaming: try Category("blumen")),
      .misspelt(CommandError.giftNotFound(try GiftID("rsoe")).userMessage.suggesting("rose")),
      .consentMissing("rose is live: version 1."), .declined,
      .animationRefused(file: "rose.json", report(errors: 1), fix: .none),
      .pictureMissing(file: "rose version 2"), .pictureBroken(file: "rose version 2"),
      .reported(.failure),
      .usage("--lock-wait is a number of seconds from 1 to 3600."),
      .served(address, .noCurl), .served(address, .unreachable("nothing listens there")),
      .served(address, .status(503)), .served(address, .status(404)), .served(address, .silent),
      .served(address, .late(four, wanted: nine, seconds: 60)),
      .gallery(.busy), .gallery(.cannotListen(port: 80, .permissionDenied)),
      .gallery(.cannotListen(port: 0, .addressInUse)),
      .schedulerMissing(statement: "announcement_insert"), .actorMissing,
      .unforeseen(Unforeseen()),
    ]
  }

  struct Unforeseen: Error {}

  private func drawingFailures() -> [DrawingFailure] {
    let breaches: [DrawingBreach] = [
      .message(.wrongLength), .message(.wrongMark), .message(.wrongVersion), .message(.outOfRange),
      .wrongFrame, .surplus, .tooManyErrors,
    ]
    // EPERM of errno(3).
    let obstacles = JailObstacle.Step.allCases.map { JailObstacle(step: $0, error: 1) }
    return [
      .notFound(path: "/usr/local/bin/giftdraw"), .notRunnable(reason: "Exec format error"),
      .notStarted(reason: "Too many open files"),
      .timeLimit(PictureLimits.wall), .exited(2), .forbiddenCall, .killed(signal: 9),
    ] + obstacles.map(DrawingFailure.jailMissing) + breaches.map(DrawingFailure.broken)
  }

  /// What a check says that found so many errors.
  private func report(errors count: Int) -> CheckReport {
    let findings = (1...count).map { line in
      Finding(
        code: "top.missing", severity: .error, pointer: "", line: line, column: 1, extent: 0..<0,
        message: "\"fr\" is missing: export the file again")
    }
    return CheckReport(verdict: .refused, findings: findings, summary: nil)
  }

  /// Each kind in the ways in which it can be wrong.
  private func domainErrors() throws -> [DomainError] {
    let texts: [ValueKind] = [
      .giftID, .localeTag, .giftName, .category, .tag, .digest, .instant, .actor, .remark,
      .rotationName, .localTime, .renderer, .segment, .placement, .placeNumber, .choice,
      .platform, .platformRule, .appVersion, .region, .clientKind,
    ]
    let (intro, main) = (try SegmentName("intro"), try SegmentName("main"))
    let numbers: [(kind: ValueKind, value: Int64, allowed: ClosedRange<Int64>)] = [
      (.price, -5, Price.range), (.order, -5_000_000_000, Order.range),
      (.version, 0, VersionNumber.range), (.change, -1, ChangeNumber.range),
      (.cadence, 0, Cadence.range), (.stay, 0, Stay.range),
      (.turn, 0, 1...RotationPlan.maxTurn), (.turnCount, 900_000, 1...409_000),
      (.perTurn, 0, 1...Int64(Lineup.maxPlaces)), (.giftName, 0, 1...Int64(LocalNames.maxCount)),
      (.digest, 31, 32...32), (.instant, .max, Timestamp.range),
      (.localTime, .max, LocalTime.range), (.animationBytes, 0, AnimationVersion.byteCounts),
      (.announcement, 0, AnnouncementRecord.numbers), (.pictureBytes, 0, 1...Picture.maxBytes),
      (.pictureSide, 0, 1...Picture.maxSide), (.pictureSettings, 0, 1...Int64(Int32.max)),
      (.loopCount, 2_000, Playback.counts), (.placeNumber, 0, Definition.numbers),
      (.placement, 0, 1...Int64(GiftGroups.maxPlacements) + 1),
    ]
    return texts.map { .malformed($0, text: "Red Rose!") }
      + numbers.map { .outOfRange($0.kind, value: $0.value, allowed: $0.allowed) } + [
        .tooMany(.tag, count: 40, limit: Definition.maxTags),
        .tooMany(.giftName, count: 400, limit: LocalNames.maxCount),
        .tooMany(.lineup, count: 501, limit: Lineup.maxPlaces),
        .tooMany(.turn, count: 1_001, limit: RotationPlan.maxOverrides),
        .repeated(.lineup, text: "rose"), .repeated(.localeTag, text: "en"),
        .emptyWindow(from: end, until: start),
        .tooMany(.segment, count: 60, limit: Playback.maxSegments),
        .tooMany(.placement, count: 40, limit: GiftGroups.maxPlacements),
        .tooMany(.category, count: 600, limit: GiftGroups.maxCategories), .priceMissing,
        .termsWithoutEnd,
        .tooMany(.platformRule, count: 9, limit: Audience.maxRules),
        .tooMany(.region, count: 300, limit: Audience.maxRegions),
        .repeated(.placement, text: "splash"),
        .fallbackMissing(try LocaleTag("de")), .emptySegment(main, first: 60, last: 29.5),
        .segmentOutside(main, first: 60, last: 91, frames: 0...90),
        .segmentMissing(main, of: []), .segmentMissing(main, of: [intro]),
        .unplayable(width: 512, height: 0, frameRateHz: 60, frameCount: 120),
        .overlap(try Window(from: start), try Window(from: start, until: end)),
      ]
  }

  private func rejections() throws -> [Rejection] {
    let window = Availability(window: try Window(from: start, until: end), version: two)
    let pause = Availability(window: try Window(from: end), version: nil)
    return [
      .giftNotFound(rose), .versionNotFound(rose, two, latest: nil),
      .versionNotFound(rose, try VersionNumber(7), latest: two), .noVersion(rose),
      .animationNotFound(
        rose, try SHA256Digest(hex: String(repeating: "0123456789abcdef", count: 4))),
      .changeNotFound(nine, last: four), .changedSince(rose, expected: four, actual: nine),
      .movedSinceShown([.rotation(spring), .gift(rose)]),
      .movedSinceShown(
        try ["aa", "bb", "cc", "dd", "ee", "ff"].map { .gift(try GiftID($0)) }),
      .editedSince(four, latest: nine),
      .instantInPast(start, now: end), .overlapsPlanned(rose, [window]),
      .overlapsPlanned(rose, [window, pause]),
      .undoConflict(four, .gift(rose), by: nine, try Actor("anna")),
      .undoConflict(four, .rotation(spring), by: nine, nil),
      .definitionIncomplete(rose, lacksName: true, lacksPrice: true),
      .definitionIncomplete(rose, lacksName: true, lacksPrice: false),
      .definitionIncomplete(rose, lacksName: false, lacksPrice: true),
      .notInGifts(rose),
      .tooManyAudiences(
        try Audience(
          rules: ["android", "ios>=8.2", "web<9"].map { try PlatformRule($0) },
          regions: [Region("DE")]), limit: 64),
      .groupNotFound(splash), .groupNotFound(flowers),
      .groupChangedSince(splash, expected: four, actual: nine), .placementFixed,
      .categoryIncomplete(try Category("flowers")),
      .undoConflict(four, .group(splash), by: nine, nil),
      .historyDiffers(last: try ChangeNumber(1)), .historyDiffers(last: nine),
      .rotationNotFound(spring), .rotationExists(spring),
      .rotationChangedSince(spring, expected: four, actual: nine),
      .versionWithdrawn(rose, two), .bytesWithdrawn(try withdrawal(for: Remark("Licence expired"))),
      .bytesWithdrawn(try withdrawal(for: nil)),
      .bytesElsewhere(rose, others: [try GiftID("heart"), try GiftID("teddy")]),
      .giftInRotation(rose, spring), .giftTakesTurns(rose, spring), .rotationEnded(at: start),
      .rotationWithoutTurn(spring),
      .turnNotComing(1, next: 4), .turnTooFar(99_999, last: 1_003), .turnInPast(2, start, now: end),
      .turnsOutOfOrder(3),
      .giftNotInTurn(rose, 3), .giftInTurn(rose, 3), .invalid(.repeated(.lineup, text: "rose")),
    ]
  }

  private func withdrawal(for reason: Remark?) throws -> Withdrawal {
    Withdrawal(
      gift: heart, version: two, change: four, actor: try Actor("anna"), reason: reason)
  }

  private func storeErrors() throws -> [StoreError] {
    [
      .commandsRejected([
        CommandRejection(subject: .gift(rose), reason: .noVersion(rose)),
        CommandRejection(subject: .gift(heart), reason: .noVersion(heart)),
        CommandRejection(subject: .rotation(spring), reason: .rotationEnded(at: start)),
        CommandRejection(subject: .group(splash), reason: .groupNotFound(splash)),
        CommandRejection(subject: .change(four), reason: .changeNotFound(four, last: four)),
        CommandRejection(
          subject: .changes(after: four), reason: .changeNotFound(nine, last: four)),
      ]),
      .unreachable(reason: "FATAL: the login is refused."),
      .misconfigured(reason: "the connection string has an option that libpq does not know: hostt"),
      .outcomeUnknown,
      .waitedTooLong(.connection), .waitedTooLong(.lock), .waitedTooLong(.answer),
      .notAllowed(statement: "change_insert"), .notMigrated,
      .migratedFurther(name: "m0009_releases"), .migrationChanged(name: "m0001_catalogue"),
      .migrationUnfit(name: "m0003_rotations"), .schemaOpen(to: ["PUBLIC", "anna"]),
      .encodingUnfit("SQL_ASCII"), .schemaForeign(names: ["gift.unnest(text[])"]),
      .clockBehind(change: nine, at: end, now: start),
      .constraintHolds(name: "availability_windows_overlap"),
      .rowBroken(.malformed(.giftID, text: "Red Rose!")), .broken(.gift(rose)),
      .broken(.rotation(spring)), .broken(.group(splash)), .broken(.group(flowers)),
      .broken(.unnamed("Red Rose")), .broken(.change(7)), .broken(.announcement(9)),
      .unexpected(sqlState: "XX000", statement: "change_insert", message: "not shown"),
    ] + (try archiveFaults()).map(StoreError.archiveBroken)
  }

  private func archiveFaults() throws -> [ArchiveFault] {
    let digest = try SHA256Digest(hex: String(repeating: "0123456789abcdef", count: 4))
    return [
      .changesOutOfOrder(four), .changeAltered(four), .rowsAltered(four), .fromTheFuture(four),
      .text(.memberMissing("changes", line: 1)), .text(.otherFormat("gift-catalogue-archive-1")),
      .text(.invalid(.malformed(.giftID, text: "Red Rose!"), line: 12)), .text(.altered(line: 3)),
      .text(.tooLong(line: 4)),
      .changesOfGiftBroken(rose), .versionsOutOfOrder(rose), .rowWithoutChange(rose),
      .overlap(rose, at: four), .rotationBroken(spring), .announcementBroken(7),
      .groupBroken(splash),
      .assetMissing(digest), .assetUnnamed(digest), .assetDiffers(digest), .codingsDiffer(digest),
    ]
  }

  private func publishingErrors() throws -> [PublishingError] {
    [
      .refused(report(errors: 1)), .refused(report(errors: 3)), .store(.notMigrated),
      .drawing(.killed(signal: 9), file: nil),
      .drawing(.killed(signal: 9), file: "rose.json"),
      .importRefused(
        [ImportProblem(id: nil, reason: .manifest(.zoneUnknown("Europe/Lodnon")))]
          + (try importProblems())),
      .importRefused(try importProblems()), .importTooLarge(limit: 1_073_741_824),
    ]
      + manifestFaults().map { fault in
        // What concerns all of the text ends its reading.
        switch fault {
        case .tooLarge, .noJSON, .tooManyGifts, .otherKind(_, .object): .manifest(fault)
        default: .importRefused([ImportProblem(id: fault.place?.gift, reason: .manifest(fault))])
        }
      }
  }

  private func importProblems() throws -> [ImportProblem] {
    let window = Availability(window: try Window(from: start, until: end), version: two)
    let reasons: [ImportProblem.Reason] = [
      .invalid(.malformed(.giftID, text: "Red Rose!")),
      .unreadable(file: "rose.json", reason: "There is no \"rose.json\"."),
      .packed(file: "rose.lottie", .manifestMissing), .fileOutside("../rose.json"),
      .refused(file: "rose.json", report(errors: 1)),
      .refused(file: "rose.json", report(errors: 2)),
      .refused(file: "rose.json", report(errors: 3)),
      .rejected(.overlapsPlanned(rose, [window])), .rejected(.noVersion(rose)),
    ]
    return reasons.map { ImportProblem(id: "rose", reason: $0) }
  }

  private func manifestFaults() -> [ManifestFault] {
    let place = ManifestPlace(gift: "rose", pointer: "/gifts/3/price", line: 12, column: 7)
    let gift = ManifestPlace(gift: "rose", pointer: "/gifts/3", line: 10, column: 5)
    let nameless = ManifestPlace(gift: nil, pointer: "/gifts/3/windows/0/from", line: 12, column: 7)
    let group = ManifestPlace(gift: nil, pointer: "/categories/0/id", line: 2, column: 7)
    let whole = ManifestPlace(gift: nil, pointer: "", line: 1, column: 1)
    let misspelt = ManifestPlace(gift: "rose", pointer: "/gifts/3/catgory", line: 12, column: 7)
    let kinds: [ManifestFault.Kind] = [
      .object, .list, .text, .wholeNumber, .number, .truth, .loop,
    ]
    return kinds.map { .otherKind(place, expected: $0) } + [
      .otherKind(whole, expected: .object), .tooLarge(bytes: 99_999_999),
      .noJSON(place, what: "Nothing follows this comma"), .memberMissing(whole, name: "gifts"),
      .memberMissing(gift, name: "id"),
      .memberUnknown(misspelt, known: ["category", "price"]),
      .memberUnknown(place, known: ["name", "choose"]), .memberRepeated(place),
      .publishMissing(place), .versionHidden(place), .tooManyWindows(place),
      .invalid(group, .malformed(.category, text: "Red Roses")), .zoneMissing(nameless, "10:00"),
      .zoneUnknown("Europe/Lodnon"), .tooManyGifts(20_000), .giftRepeated(gift),
    ]
  }

  private func editErrors() throws -> [EditError] {
    let layer = LayerPlace(pointer: "/layers/0", name: "Guide")
    let user = LayerPlace(pointer: "/layers/1", name: nil)
    let faults: [ImageFault] = [.name, .remote, .outside, .missing, .format]
    let problems = faults.map { fault in
      ImageProblem(image: ExternalImage(pointer: "/assets/0", name: "images/a.png"), fault: fault)
    }
    return [
      .noAnimation,
      .layersNotFound(["Guide"]), .layersNotFound(["Guide", "Petal"]),
      .layersNotFound((1...22).map { "Petal \($0)" }),
      .layerAmbiguous(name: "Petal", pointers: ["/layers/0", "/layers/4"]),
      .layersInUse([LayerUse(layer: layer, user: user, kind: .matte)]),
      .layersInUse([
        LayerUse(layer: layer, user: user, kind: .matte),
        LayerUse(layer: layer, user: user, kind: .parent),
      ]), .images([problems[3]]), .images(problems), .nameTooLong(byteCount: 300, limit: 255),
      .tooManyKeyframes(pointer: "/layers/0/ks/r", limit: AnimationEdit.mostBakedKeyframes),
      .tooLarge(limit: 2_097_152),
    ] + Self.faults(of: "{").map(EditError.unreadable)
  }

  /// Why a text is not JSON.
  private static func faults(of text: String) -> [JSONError] {
    do {
      _ = try JSONDocument(reading: Array(text.utf8))
      return []
    } catch {
      return [error]
    }
  }

  private func clusterErrors() -> [ClusterError] {
    let output = "initdb: error: could not create directory: Permission denied"
    let problems: [FolderProblem] = [
      .relative, .characters, .notReachable(user: "postgres"), .notOurs, .system(output),
    ]
    let steps: [ClusterStep] = [.lock, .initialise, .start, .stop, .createDatabase]
    return problems.map { .folderNotUsable(path: "/srv/gifts", $0) }
      + steps.map { .timedOut($0, limit: .seconds(30)) } + [
        .postgresNotFound(version: nil, searched: ["/usr/bin", "/usr/lib/postgresql/17/bin"]),
        .postgresNotFound(version: 17, searched: ["/usr/bin"]), .initdbFailed(output: output),
        .startFailed(output: output, log: "FATAL:  lock file is there already"),
        .startFailed(output: "", log: ""), .stopFailed(output: output),
        .createFailed(database: "gifts", output: output),
        .commandNotRun(name: "id", reason: "no such file"), .noDataFolder,
      ]
  }

  private func fileProblems() -> [FileProblem] {
    [
      .missing, .notAFile(kind: "a folder"), .notAFolder, .planted, .outside,
      .tooLarge(bytes: 3_000_000, limit: 2_097_152), .streamTooLong(limit: 10_000), .notEmpty,
      .nothingToImport, .noAnimations, .tooDeep(limit: 32), .tooManyFiles(limit: 10_000),
      .tooManyEntries(limit: 100_000), .brokenStream(line: 3), .system("Permission denied"),
    ]
  }

  private func unpackingFaults() -> [UnpackingFault] {
    let inflations: [InflationFault] = [
      .truncated, .damaged, .tooLarge(limit: 2_097_152), .tooDense, .trailingBytes,
    ]
    let zips: [ZipFault] = [
      .noDirectory, .damaged, .zip64, .severalDisks, .tooManyEntries(limit: 1_000),
      .nameTooLong(limit: 1_024), .repeated(name: "manifest.json"), .encrypted, .method(14),
    ]
    return inflations.map { .gzip($0) } + zips.map { .archive($0, entry: nil) }
      + inflations.map { .archive(.unreadable($0), entry: "animations/rose.json") } + [
        .manifestMissing, .manifestUnreadable, .noAnimation,
        .severalAnimations(ListedAnimations(ids: ["rose", "heart"], first: "heart")),
        .notListed("cake", ListedAnimations(ids: ["rose", "heart"], first: nil)), .noArchive,
        .animationMissing("animations/rose.json"),
      ]
  }

  private func configurationFaults() throws -> [ConfigurationFault] {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let texts = [
      "{", "[]", "{\"limit\":{}}", "{\"limits\":[]}", "{\"limits\":{},\"limits\":{}}",
      "{\"profile\":\"tv\"}", "{\"limits\":{\"max-side\":-1}}", "{\"limits\":{\"max-size\":1}}",
    ]
    return try texts.compactMap { text in
      do {
        _ = try CheckConfiguration(at: try folder.write("check.json", text))
        return nil
      } catch CommandError.configuration(_, let fault) {
        return fault
      }
    }
  }
}
