-- How clients play a version: its segments, and what is looped. The same bytes may be played in
-- several ways, each a version of its own.

ALTER TABLE animation_version
  -- Canonical JSON; without a default, because a forgotten playback must not pass.
  ADD COLUMN playback text NOT NULL DEFAULT '{"loop":false,"segments":[]}',
  DROP CONSTRAINT animation_version_is_new,
  -- 50 segments, with names of 256 bytes that JSON may escape.
  ADD CONSTRAINT animation_version_playback_is_an_object
    CHECK (length(playback) <= 32768 AND jsonb_typeof(playback::jsonb) = 'object'
      AND coalesce(jsonb_typeof(playback::jsonb -> 'segments'), '') = 'array'
      AND coalesce(jsonb_typeof(playback::jsonb -> 'loop'), '') IN ('boolean', 'number', 'string'));
ALTER TABLE animation_version ALTER COLUMN playback DROP DEFAULT;

-- By a digest, because an index takes no long text.
CREATE UNIQUE INDEX animation_version_is_new
  ON animation_version (gift, asset, hashtextextended(playback, 0));

GRANT SELECT (playback) ON animation_version TO gift_reader;
