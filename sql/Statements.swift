// GiftSQL owns every line of SQL: one statement per file in `queries`, numbered migrations in
// `migrations`, compiled into the program. It must not know how a statement is run.

/// One file of SQL.
package struct SQLFile: Sendable, Hashable {
  /// The file's name without its ending; also the name of the prepared statement.
  package let name: String
  /// The file's text.
  package let text: String

  /// A text under a name.
  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }

  fileprivate init(_ name: String, _ bytes: [UInt8]) {
    self.init(name: name, text: String(decoding: bytes, as: UTF8.self))
  }
}

/// The statements: one constant per file, so that a missing file does not compile.
package enum SQL {
  /// The statement in `queries/announcement_after.sql`.
  package static let announcementAfter = SQLFile(
    "announcement_after", PackageResources.announcement_after_sql)
  /// The statement in `queries/announcement_delete_future.sql`.
  package static let announcementDeleteFuture = SQLFile(
    "announcement_delete_future", PackageResources.announcement_delete_future_sql)
  /// The statement in `queries/announcement_insert.sql`.
  package static let announcementInsert = SQLFile(
    "announcement_insert", PackageResources.announcement_insert_sql)
  /// The statement in `queries/announcement_last.sql`.
  package static let announcementLast = SQLFile(
    "announcement_last", PackageResources.announcement_last_sql)
  /// The statement in `queries/announcement_list.sql`.
  package static let announcementList = SQLFile(
    "announcement_list", PackageResources.announcement_list_sql)
  /// The statement in `queries/announcement_notify.sql`.
  package static let announcementNotify = SQLFile(
    "announcement_notify", PackageResources.announcement_notify_sql)
  /// The statement in `queries/announcement_part.sql`.
  package static let announcementPart = SQLFile(
    "announcement_part", PackageResources.announcement_part_sql)
  /// The statement in `queries/asset_all.sql`.
  package static let assetAll = SQLFile(
    "asset_all", PackageResources.asset_all_sql)
  /// The statement in `queries/asset_coding_insert.sql`.
  package static let assetCodingInsert = SQLFile(
    "asset_coding_insert", PackageResources.asset_coding_insert_sql)
  /// The statement in `queries/asset_codings.sql`.
  package static let assetCodings = SQLFile(
    "asset_codings", PackageResources.asset_codings_sql)
  /// The statement in `queries/asset_holding.sql`.
  package static let assetHolding = SQLFile(
    "asset_holding", PackageResources.asset_holding_sql)
  /// The statement in `queries/asset_insert.sql`.
  package static let assetInsert = SQLFile(
    "asset_insert", PackageResources.asset_insert_sql)
  /// The statement in `queries/asset_list_among.sql`.
  package static let assetListAmong = SQLFile(
    "asset_list_among", PackageResources.asset_list_among_sql)
  /// The statement in `queries/asset_withdrawn.sql`.
  package static let assetWithdrawn = SQLFile(
    "asset_withdrawn", PackageResources.asset_withdrawn_sql)
  /// The statement in `queries/availability_around.sql`.
  package static let availabilityAround = SQLFile(
    "availability_around", PackageResources.availability_around_sql)
  /// The statement in `queries/availability_at_change.sql`.
  package static let availabilityAtChange = SQLFile(
    "availability_at_change", PackageResources.availability_at_change_sql)
  /// The statement in `queries/availability_insert.sql`.
  package static let availabilityInsert = SQLFile(
    "availability_insert", PackageResources.availability_insert_sql)
  /// The statement in `queries/availability_of_gifts.sql`.
  package static let availabilityOfGifts = SQLFile(
    "availability_of_gifts", PackageResources.availability_of_gifts_sql)
  /// The statement in `queries/availability_part.sql`.
  package static let availabilityPart = SQLFile(
    "availability_part", PackageResources.availability_part_sql)
  /// The statement in `queries/availability_planned.sql`.
  package static let availabilityPlanned = SQLFile(
    "availability_planned", PackageResources.availability_planned_sql)
  /// The statement in `queries/availability_recent.sql`.
  package static let availabilityRecent = SQLFile(
    "availability_recent", PackageResources.availability_recent_sql)
  /// The statement in `queries/availability_supersede.sql`.
  package static let availabilitySupersede = SQLFile(
    "availability_supersede", PackageResources.availability_supersede_sql)
  /// The statement in `queries/change_at_instant.sql`.
  package static let changeAtInstant = SQLFile(
    "change_at_instant", PackageResources.change_at_instant_sql)
  /// The statement in `queries/change_insert.sql`.
  package static let changeInsert = SQLFile(
    "change_insert", PackageResources.change_insert_sql)
  /// The statement in `queries/change_instant.sql`.
  package static let changeInstant = SQLFile(
    "change_instant", PackageResources.change_instant_sql)
  /// The statement in `queries/change_last.sql`.
  package static let changeLast = SQLFile(
    "change_last", PackageResources.change_last_sql)
  /// The statement in `queries/change_last_altering.sql`.
  package static let changeLastAltering = SQLFile(
    "change_last_altering", PackageResources.change_last_altering_sql)
  /// The statement in `queries/change_list.sql`.
  package static let changeList = SQLFile(
    "change_list", PackageResources.change_list_sql)
  /// The statement in `queries/change_list_of_gift.sql`.
  package static let changeListOfGift = SQLFile(
    "change_list_of_gift", PackageResources.change_list_of_gift_sql)
  /// The statement in `queries/change_next_instant.sql`.
  package static let changeNextInstant = SQLFile(
    "change_next_instant", PackageResources.change_next_instant_sql)
  /// The statement in `queries/change_notify.sql`.
  package static let changeNotify = SQLFile(
    "change_notify", PackageResources.change_notify_sql)
  /// The statement in `queries/change_part.sql`.
  package static let changePart = SQLFile(
    "change_part", PackageResources.change_part_sql)
  /// The statement in `queries/clock_now.sql`.
  package static let clockNow = SQLFile(
    "clock_now", PackageResources.clock_now_sql)
  /// The statement in `queries/database_close.sql`.
  package static let databaseClose = SQLFile(
    "database_close", PackageResources.database_close_sql)
  /// The statement in `queries/definition_audience.sql`.
  package static let definitionAudience = SQLFile(
    "definition_audience", PackageResources.definition_audience_sql)
  /// The statement in `queries/definition_insert.sql`.
  package static let definitionInsert = SQLFile(
    "definition_insert", PackageResources.definition_insert_sql)
  /// The statement in `queries/definition_last.sql`.
  package static let definitionLast = SQLFile(
    "definition_last", PackageResources.definition_last_sql)
  /// The statement in `queries/definition_of_gifts.sql`.
  package static let definitionOfGifts = SQLFile(
    "definition_of_gifts", PackageResources.definition_of_gifts_sql)
  /// The statement in `queries/definition_part.sql`.
  package static let definitionPart = SQLFile(
    "definition_part", PackageResources.definition_part_sql)
  /// The statement in `queries/definition_seen.sql`.
  package static let definitionSeen = SQLFile(
    "definition_seen", PackageResources.definition_seen_sql)
  /// The statement in `queries/definition_supersede.sql`.
  package static let definitionSupersede = SQLFile(
    "definition_supersede", PackageResources.definition_supersede_sql)
  /// The statement in `queries/definition_withdrawn.sql`.
  package static let definitionWithdrawn = SQLFile(
    "definition_withdrawn", PackageResources.definition_withdrawn_sql)
  /// The statement in `queries/edit_instant_list.sql`.
  package static let editInstantList = SQLFile(
    "edit_instant_list", PackageResources.edit_instant_list_sql)
  /// The statement in `queries/gift_change_between.sql`.
  package static let giftChangeBetween = SQLFile(
    "gift_change_between", PackageResources.gift_change_between_sql)
  /// The statement in `queries/gift_change_insert.sql`.
  package static let giftChangeInsert = SQLFile(
    "gift_change_insert", PackageResources.gift_change_insert_sql)
  /// The statement in `queries/gift_change_of_gifts.sql`.
  package static let giftChangeOfGifts = SQLFile(
    "gift_change_of_gifts", PackageResources.gift_change_of_gifts_sql)
  /// The statement in `queries/gift_change_part.sql`.
  package static let giftChangePart = SQLFile(
    "gift_change_part", PackageResources.gift_change_part_sql)
  /// The statement in `queries/gift_group_at_change.sql`.
  package static let giftGroupAtChange = SQLFile(
    "gift_group_at_change", PackageResources.gift_group_at_change_sql)
  /// The statement in `queries/gift_group_insert.sql`.
  package static let giftGroupInsert = SQLFile(
    "gift_group_insert", PackageResources.gift_group_insert_sql)
  /// The statement in `queries/gift_group_last.sql`.
  package static let giftGroupLast = SQLFile(
    "gift_group_last", PackageResources.gift_group_last_sql)
  /// The statement in `queries/gift_insert.sql`.
  package static let giftInsert = SQLFile(
    "gift_insert", PackageResources.gift_insert_sql)
  /// The statement in `queries/gift_namesakes.sql`.
  package static let giftNamesakes = SQLFile(
    "gift_namesakes", PackageResources.gift_namesakes_sql)
  /// The statement in `queries/gift_part.sql`.
  package static let giftPart = SQLFile(
    "gift_part", PackageResources.gift_part_sql)
  /// The statement in `queries/gift_seen_part.sql`.
  package static let giftSeenPart = SQLFile(
    "gift_seen_part", PackageResources.gift_seen_part_sql)
  /// The statement in `queries/head_lock.sql`.
  package static let headLock = SQLFile(
    "head_lock", PackageResources.head_lock_sql)
  /// The statement in `queries/head_now.sql`.
  package static let headNow = SQLFile(
    "head_now", PackageResources.head_now_sql)
  /// The statement in `queries/history_position.sql`.
  package static let historyPosition = SQLFile(
    "history_position", PackageResources.history_position_sql)
  /// The statement in `queries/large_object_writer_list.sql`.
  package static let largeObjectWriterList = SQLFile(
    "large_object_writer_list", PackageResources.large_object_writer_list_sql)
  /// The statement in `queries/migration_begin.sql`.
  package static let migrationBegin = SQLFile(
    "migration_begin", PackageResources.migration_begin_sql)
  /// The statement in `queries/migration_insert.sql`.
  package static let migrationInsert = SQLFile(
    "migration_insert", PackageResources.migration_insert_sql)
  /// The statement in `queries/migration_limit.sql`.
  package static let migrationLimit = SQLFile(
    "migration_limit", PackageResources.migration_limit_sql)
  /// The statement in `queries/migration_list.sql`.
  package static let migrationList = SQLFile(
    "migration_list", PackageResources.migration_list_sql)
  /// The statement in `queries/migration_lock.sql`.
  package static let migrationLock = SQLFile(
    "migration_lock", PackageResources.migration_lock_sql)
  /// The statement in `queries/migration_newest.sql`.
  package static let migrationNewest = SQLFile(
    "migration_newest", PackageResources.migration_newest_sql)
  /// The statement in `queries/migration_table_create.sql`.
  package static let migrationTableCreate = SQLFile(
    "migration_table_create", PackageResources.migration_table_create_sql)
  /// The statement in `queries/picture_at_change.sql`.
  package static let pictureAtChange = SQLFile(
    "picture_at_change", PackageResources.picture_at_change_sql)
  /// The statement in `queries/picture_insert.sql`.
  package static let pictureInsert = SQLFile(
    "picture_insert", PackageResources.picture_insert_sql)
  /// The statement in `queries/picture_of_animations.sql`.
  package static let pictureOfAnimations = SQLFile(
    "picture_of_animations", PackageResources.picture_of_animations_sql)
  /// The statement in `queries/picture_of_gifts.sql`.
  package static let pictureOfGifts = SQLFile(
    "picture_of_gifts", PackageResources.picture_of_gifts_sql)
  /// The statement in `queries/picture_owner.sql`.
  package static let pictureOwner = SQLFile(
    "picture_owner", PackageResources.picture_owner_sql)
  /// The statement in `queries/picture_part.sql`.
  package static let picturePart = SQLFile(
    "picture_part", PackageResources.picture_part_sql)
  /// The statement in `queries/picture_supersede.sql`.
  package static let pictureSupersede = SQLFile(
    "picture_supersede", PackageResources.picture_supersede_sql)
  /// The statement in `queries/record_head.sql`.
  package static let recordHead = SQLFile("record_head", PackageResources.record_head_sql)
  /// The statement in `queries/role_is_owner.sql`.
  package static let roleIsOwner = SQLFile("role_is_owner", PackageResources.role_is_owner_sql)
  /// The statement in `queries/role_reset.sql`.
  package static let roleReset = SQLFile("role_reset", PackageResources.role_reset_sql)
  /// The statement in `queries/rollback_of_gifts.sql`.
  package static let rollbackOfGifts = SQLFile(
    "rollback_of_gifts", PackageResources.rollback_of_gifts_sql)
  /// The statement in `queries/rotation_gift_all.sql`.
  package static let rotationGiftAll = SQLFile(
    "rotation_gift_all", PackageResources.rotation_gift_all_sql)
  /// The statement in `queries/rotation_gift_insert.sql`.
  package static let rotationGiftInsert = SQLFile(
    "rotation_gift_insert", PackageResources.rotation_gift_insert_sql)
  /// The statement in `queries/rotation_gift_standing.sql`.
  package static let rotationGiftStanding = SQLFile(
    "rotation_gift_standing", PackageResources.rotation_gift_standing_sql)
  /// The statement in `queries/rotation_gift_supersede.sql`.
  package static let rotationGiftSupersede = SQLFile(
    "rotation_gift_supersede", PackageResources.rotation_gift_supersede_sql)
  /// The statement in `queries/rotation_insert.sql`.
  package static let rotationInsert = SQLFile(
    "rotation_insert", PackageResources.rotation_insert_sql)
  /// The statement in `queries/rotation_plan_at_change.sql`.
  package static let rotationPlanAtChange = SQLFile(
    "rotation_plan_at_change", PackageResources.rotation_plan_at_change_sql)
  /// The statement in `queries/rotation_plan_exists_between.sql`.
  package static let rotationPlanExistsBetween = SQLFile(
    "rotation_plan_exists_between", PackageResources.rotation_plan_exists_between_sql)
  /// The statement in `queries/rotation_plan_insert.sql`.
  package static let rotationPlanInsert = SQLFile(
    "rotation_plan_insert", PackageResources.rotation_plan_insert_sql)
  /// The statement in `queries/schema_intruders.sql`.
  package static let schemaIntruders = SQLFile(
    "schema_intruders", PackageResources.schema_intruders_sql)
  /// The statement in `queries/schema_state.sql`.
  package static let schemaState = SQLFile(
    "schema_state", PackageResources.schema_state_sql)
  /// The statement in `queries/tick_lock.sql`.
  package static let tickLock = SQLFile(
    "tick_lock", PackageResources.tick_lock_sql)
  /// The statement in `queries/undo_list.sql`.
  package static let undoList = SQLFile("undo_list", PackageResources.undo_list_sql)
  /// The statement in `queries/version_findings.sql`.
  package static let versionFindings = SQLFile(
    "version_findings", PackageResources.version_findings_sql)
  /// The statement in `queries/version_insert.sql`.
  package static let versionInsert = SQLFile(
    "version_insert", PackageResources.version_insert_sql)
  /// The statement in `queries/version_of_gifts.sql`.
  package static let versionOfGifts = SQLFile(
    "version_of_gifts", PackageResources.version_of_gifts_sql)
  /// The statement in `queries/version_part.sql`.
  package static let versionPart = SQLFile(
    "version_part", PackageResources.version_part_sql)
  /// The statement in `queries/zone_rules.sql`.
  package static let zoneRules = SQLFile(
    "zone_rules", PackageResources.zone_rules_sql)
  /// The statement in `queries/zone_rules_insert.sql`.
  package static let zoneRulesInsert = SQLFile(
    "zone_rules_insert", PackageResources.zone_rules_insert_sql)
  /// Every statement, for the test that prepares each against the schema.
  package static let all: [SQLFile] = [
    announcementAfter, announcementDeleteFuture, announcementInsert,
    announcementLast, announcementList, announcementNotify, announcementPart, assetAll,
    assetCodingInsert,
    assetCodings, assetHolding, assetInsert, assetListAmong, assetWithdrawn, availabilityAround,
    availabilityAtChange,
    availabilityInsert, availabilityOfGifts, availabilityPart, availabilityPlanned,
    availabilityRecent, availabilitySupersede, changeAtInstant, changeInsert, changeInstant,
    changeLast, changeLastAltering, changeList, changeListOfGift, changeNextInstant, changeNotify,
    changePart, clockNow, databaseClose, definitionAudience, definitionInsert, definitionLast,
    definitionOfGifts, definitionPart, definitionSeen, definitionSupersede, definitionWithdrawn,
    editInstantList,
    giftChangeBetween, giftChangeInsert, giftChangeOfGifts, giftChangePart, giftGroupAtChange,
    giftGroupInsert, giftGroupLast, giftInsert, giftNamesakes, giftPart, giftSeenPart, headLock,
    headNow,
    historyPosition, largeObjectWriterList, migrationBegin, migrationInsert, migrationLimit,
    migrationList, migrationLock, migrationNewest, migrationTableCreate, pictureAtChange,
    pictureInsert, pictureOfAnimations, pictureOfGifts, pictureOwner, picturePart, pictureSupersede,
    recordHead, roleIsOwner, roleReset, rollbackOfGifts, rotationGiftAll, rotationGiftInsert,
    rotationGiftStanding, rotationGiftSupersede, rotationInsert, rotationPlanAtChange,
    rotationPlanExistsBetween, rotationPlanInsert, schemaIntruders, schemaState, tickLock, undoList,
    versionFindings, versionInsert, versionOfGifts, versionPart, zoneRules, zoneRulesInsert,
  ]
}

/// The migrations, in order; never edited once released.
package enum Migrations {
  /// Number, name and text; the number is the one in the name.
  package static let all: [SQLFile] = [
    SQLFile("m0001_values", PackageResources.m0001_values_sql),
    SQLFile("m0002_catalogue", PackageResources.m0002_catalogue_sql),
    SQLFile("m0003_presentation", PackageResources.m0003_presentation_sql),
    SQLFile("m0004_rotations", PackageResources.m0004_rotations_sql),
    SQLFile("m0005_proof", PackageResources.m0005_proof_sql),
    SQLFile("m0006_roles", PackageResources.m0006_roles_sql),
    SQLFile("m0007_withdrawals", PackageResources.m0007_withdrawals_sql),
  ]
}
