-- What gifts are shown with: pictures of their versions, and the groups that they are in.

-- Posters and previews of animation versions, drawn once and drawn again when the renderer or the
-- settings change; their bytes are assets.
CREATE TABLE gift.version_picture (
  gift text NOT NULL COLLATE "C",
  version bigint NOT NULL,
  since_change bigint NOT NULL,
  until_change bigint CONSTRAINT version_picture_ends_with_a_change REFERENCES change,
  -- The build id of the renderer, and the version of our settings.
  renderer text NOT NULL,
  settings bigint NOT NULL,
  poster bytea CONSTRAINT version_picture_has_a_poster REFERENCES asset,
  poster_byte_count bigint,
  poster_width bigint,
  poster_height bigint,
  preview bytea CONSTRAINT version_picture_has_a_preview REFERENCES asset,
  preview_byte_count bigint,
  preview_width bigint,
  preview_height bigint,
  -- Why there are no pictures.
  obstacle text,
  PRIMARY KEY (gift, version, since_change),
  CONSTRAINT version_picture_has_a_version
    FOREIGN KEY (gift, version) REFERENCES animation_version (gift, number),
  CONSTRAINT version_picture_is_superseded_later CHECK (until_change > since_change),
  CONSTRAINT version_picture_has_a_maker CHECK (
    renderer ~ '^[0-9a-f]{40}$' AND settings BETWEEN 1 AND 2147483647),
  CONSTRAINT version_picture_is_drawn_or_not CHECK (
    num_nonnulls(poster, poster_byte_count, poster_width, poster_height, preview,
      preview_byte_count, preview_width, preview_height)
      = CASE WHEN obstacle IS NULL THEN 8 ELSE 0 END),
  CONSTRAINT version_picture_obstacle_is_known
    CHECK (obstacle IN ('refused', 'crashed', 'memory', 'late', 'blank', 'too_long', 'too_large')),
  CONSTRAINT version_picture_has_a_size CHECK (
    poster_byte_count BETWEEN 1 AND 1048576 AND preview_byte_count BETWEEN 1 AND 1048576
    AND least(poster_width, poster_height, preview_width, preview_height) > 0
    AND greatest(poster_width, poster_height, preview_width, preview_height) <= 1024)
);
CREATE UNIQUE INDEX version_picture_stands_once ON version_picture (gift, version)
  WHERE until_change IS NULL;
CREATE INDEX version_picture_by_poster ON version_picture (poster);
CREATE INDEX version_picture_by_preview ON version_picture (preview);

CREATE INDEX version_picture_since_change ON version_picture (since_change, gift);
CREATE INDEX version_picture_until_change ON version_picture (until_change)
  WHERE until_change IS NOT NULL;
CREATE TRIGGER version_picture_is_superseded_once AFTER UPDATE ON version_picture
  REFERENCING OLD TABLE AS old_row NEW TABLE AS new_row
  FOR EACH STATEMENT EXECUTE FUNCTION row_is_superseded_once();
CREATE TRIGGER version_picture_is_of_this_change AFTER INSERT ON version_picture
  REFERENCING NEW TABLE AS new_row
  FOR EACH STATEMENT EXECUTE FUNCTION rows_are_of_this_change('since_change');

-- Placements, where gifts are shown, and categories, and how clients show them.
CREATE TABLE gift.gift_group (
  kind text NOT NULL COLLATE "C"
    CONSTRAINT gift_group_kind_is_known CHECK (kind IN ('placement', 'category')),
  name text NOT NULL COLLATE "C" CONSTRAINT gift_group_name_is_a_slug CHECK (is_slug(name, 1)),
  since_change bigint NOT NULL CONSTRAINT gift_group_has_a_change REFERENCES change,
  -- Canonical JSON; null once it is retired.
  settings text,
  PRIMARY KEY (kind, name, since_change),
  CONSTRAINT gift_group_settings_are_its_kinds CHECK (are_settings(kind, settings)),
  -- It is there in every catalogue, for sale and sorted.
  CONSTRAINT gift_group_gifts_is_fixed CHECK (kind <> 'placement' OR name <> 'gifts')
);
CREATE INDEX gift_group_by_change ON gift_group (since_change);
CREATE TRIGGER gift_group_is_of_this_change AFTER INSERT ON gift_group
  REFERENCING NEW TABLE AS new_row
  FOR EACH STATEMENT EXECUTE FUNCTION rows_are_of_this_change('since_change');
