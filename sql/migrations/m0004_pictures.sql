-- Posters and previews of animation versions, drawn once and drawn again when the renderer or the
-- settings change; their bytes are assets.

CREATE TABLE version_picture (
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
  CONSTRAINT version_picture_has_a_maker CHECK (renderer ~ '^[0-9a-f]{40}$' AND settings > 0),
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

CREATE TRIGGER version_picture_is_superseded_once AFTER UPDATE ON version_picture
  REFERENCING OLD TABLE AS old_row NEW TABLE AS new_row
  FOR EACH STATEMENT EXECUTE FUNCTION row_is_superseded_once();
CREATE TRIGGER version_picture_is_of_this_change AFTER INSERT ON version_picture
  REFERENCING NEW TABLE AS new_row
  FOR EACH STATEMENT EXECUTE FUNCTION rows_are_of_this_change('since_change');

ALTER TABLE change DROP CONSTRAINT change_verb_is_known;
ALTER TABLE change ADD CONSTRAINT change_verb_is_known
  CHECK (verb IN ('add', 'publish', 'retire', 'rollback', 'undo', 'import', 'rotation',
    'repair', 'pictures'));

GRANT SELECT ON version_picture TO gift_reader, gift_editor;
GRANT INSERT ON version_picture TO gift_editor;
GRANT UPDATE (until_change) ON version_picture TO gift_editor;

-- A reader has the pictures of gifts that have or had a plan or a place in a lineup, and their
-- bytes, as it has their animations.
ALTER TABLE version_picture ENABLE ROW LEVEL SECURITY;
CREATE POLICY version_picture_is_of_a_planned_gift ON version_picture FOR SELECT TO gift_reader
  USING (EXISTS (SELECT FROM availability AS a WHERE a.gift = version_picture.gift)
    OR EXISTS (SELECT FROM rotation_gift AS r WHERE r.gift = version_picture.gift));
CREATE POLICY version_picture_is_the_teams ON version_picture TO gift_editor USING (true);
CREATE POLICY asset_is_a_picture_of_a_planned_gift ON asset FOR SELECT TO gift_reader
  USING (EXISTS (SELECT FROM version_picture AS p WHERE p.poster = asset.sha256)
    OR EXISTS (SELECT FROM version_picture AS p WHERE p.preview = asset.sha256));
