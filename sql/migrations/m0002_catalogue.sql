-- The catalogue: gifts, what they are, what they play and when, and every edit ever made.
-- Nothing is overwritten: definitions and availabilities carry the change that recorded them and
-- the change that superseded them. Constraints repeat the invariants of the domain and are named
-- after the fact they assert; the store maps those names to errors.

-- One committed edit, numbered 1, 2, 3 … without gaps, in commit order.
CREATE TABLE gift.change (
  number bigint PRIMARY KEY,
  at timestamptz NOT NULL,
  actor text NOT NULL,
  verb text NOT NULL,
  -- Whether clients can see a difference, at once or later.
  alters_catalogue boolean NOT NULL,
  -- Instants go forward from each change to the next, but begin anew with a repair: what was made
  -- before it, and is dated after it, was dated by a clock that was ahead.
  begins_anew boolean NOT NULL GENERATED ALWAYS AS (verb = 'repair') STORED,
  -- Under which login, whoever the actor claims to be; and why, if that was said.
  login text NOT NULL DEFAULT session_user,
  reason text,
  -- What was asked for: an array, kept as it was written. The difference is SHA-256 over the rows
  -- that were added and superseded (change_rows), by default none; the digest is that over the
  -- change before and all columns of this one that do not follow from others.
  commands json NOT NULL DEFAULT '[]',
  difference bytea NOT NULL
    DEFAULT sha256(convert_to('gift catalogue, difference, 1', 'UTF8') || '\x0a'::bytea),
  digest bytea NOT NULL,
  CONSTRAINT change_has_a_digest CHECK (length(digest) = 32 AND length(difference) = 32),
  CONSTRAINT change_has_an_instant CHECK (is_instant(at)),
  CONSTRAINT change_has_an_actor
    CHECK (is_line(actor, 400) AND is_line(reason, 2000) AND login <> ''),
  -- What jsonb takes, every query can look into; as many bytes as an import brings.
  CONSTRAINT change_commands_are_a_list CHECK (
    octet_length(commands::text) <= 268435456 AND jsonb_typeof(commands::jsonb) = 'array'),
  -- There is always a next one.
  CONSTRAINT change_number_is_positive CHECK (number BETWEEN 1 AND 9223372036854775806),
  CONSTRAINT change_verb_is_known
    CHECK (verb IN ('add', 'publish', 'retire', 'rollback', 'undo', 'import', 'rotation',
      'repair', 'pictures', 'placement', 'category'))
);
CREATE INDEX change_by_instant ON change (at, number);
CREATE INDEX change_that_alters ON change (number) WHERE alters_catalogue;
CREATE INDEX change_that_undoes ON change (number) WHERE verb = 'undo';
CREATE INDEX change_that_begins_anew ON change (number) WHERE begins_anew;

-- The newest change, in one row: who edits locks it, so changes are numbered in commit order, and
-- who may not update it cannot lock it.
CREATE TABLE gift.head (
  is_head boolean PRIMARY KEY DEFAULT true,
  change bigint NOT NULL,
  at timestamptz NOT NULL,
  -- Null before the first change.
  digest bytea,
  -- Whether it takes more rows, until its transaction ends.
  is_open boolean NOT NULL DEFAULT false,
  CONSTRAINT head_is_one CHECK (is_head)
);
INSERT INTO head (change, at) VALUES (0, 'epoch');

-- Whether the acting role has the owner's rights: it repairs, and restores proven histories.
CREATE FUNCTION gift.acts_as_owner() RETURNS boolean LANGUAGE sql STABLE
SET search_path = pg_catalog, gift, pg_temp AS $$
  SELECT pg_has_role(
    current_user, (SELECT relowner FROM pg_class WHERE oid = 'change'::regclass), 'USAGE')
$$;

REVOKE EXECUTE ON FUNCTION acts_as_owner() FROM PUBLIC;

-- What a change says of itself is true, whoever writes it but the owner.
CREATE FUNCTION gift.change_is_true() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, gift, pg_temp AS $$
DECLARE
  broken text;
BEGIN
  broken := CASE
    WHEN NEW.login <> session_user THEN 'change_login_is_true'
    WHEN NEW.verb = 'repair' THEN 'change_repair_is_the_owners'
    -- Clocks differ a little, and after a change of one that was ahead instants stand still.
    WHEN NEW.at > clock_timestamp() + interval '5 seconds'
      AND NEW.at > (SELECT at FROM head) THEN 'change_is_not_of_the_future'
    WHEN NEW.digest IS DISTINCT FROM (
      SELECT sha256(
        convert_to('gift catalogue, change, 1', 'UTF8') || '\x0a'::bytea
        || string_agg(
          convert_to(octet_length(convert_to(part, 'UTF8')) || ':' || part, 'UTF8'), ''::bytea
          ORDER BY place))
      FROM head, unnest(ARRAY[
        coalesce(encode(head.digest, 'hex'), ''), NEW.number::text,
        to_char(NEW.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS')
          || rtrim(rtrim(to_char(NEW.at AT TIME ZONE 'UTC', '.US'), '0'), '.') || 'Z',
        NEW.actor, NEW.login, coalesce(NEW.reason, ''), NEW.verb, NEW.commands::text,
        encode(NEW.difference, 'hex')])
        WITH ORDINALITY AS parts (part, place)) THEN 'change_digest_fits'
  END;
  IF broken IS NOT NULL THEN
    RAISE EXCEPTION 'a change has to be what it says'
      USING ERRCODE = 'check_violation', CONSTRAINT = broken;
  END IF;
  RETURN NEW;
END
$$;
REVOKE EXECUTE ON FUNCTION change_is_true() FROM PUBLIC;
CREATE TRIGGER change_is_true BEFORE INSERT ON change
  FOR EACH ROW WHEN (NOT acts_as_owner()) EXECUTE FUNCTION change_is_true();

-- By the owner's right: who edits locks the row of head, and moves it by changes alone. Once a
-- statement, because a history brings many.
CREATE FUNCTION gift.changes_move_head() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, gift, pg_temp AS $$
BEGIN
  UPDATE head SET change = last.number, at = last.at, digest = last.digest, is_open = true
  FROM (SELECT number, at, digest FROM new_change ORDER BY number DESC LIMIT 1) AS last
  WHERE last.number = head.change + (SELECT count(*) FROM new_change)
    AND NOT EXISTS (
      SELECT FROM (
        SELECT number, at, begins_anew, lag(at, 1, head.at) OVER (ORDER BY number) AS at_before
        FROM new_change) AS pair
      WHERE number <= head.change OR at < at_before AND NOT begins_anew);
  IF NOT FOUND AND EXISTS (SELECT FROM new_change) THEN
    RAISE EXCEPTION 'a change has to follow the last one'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'change_follows_the_last';
  END IF;
  RETURN NULL;
END
$$;
-- On a table of somebody else's it would move the head without a change.
REVOKE EXECUTE ON FUNCTION changes_move_head() FROM PUBLIC;
CREATE TRIGGER changes_move_head AFTER INSERT ON change
  REFERENCING NEW TABLE AS new_change
  FOR EACH STATEMENT EXECUTE FUNCTION changes_move_head();

-- A row is added and superseded by a change of the same transaction that is still open. This is
-- looked at once a statement, where a foreign key looks at each row, under the edit's lock. The
-- owner's rows are of a change that is there. The argument is the column that names the change.
CREATE FUNCTION gift.rows_are_of_this_change() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, gift, pg_temp AS $$
DECLARE
  is_of_another boolean;
BEGIN
  EXECUTE format(
    CASE WHEN acts_as_owner() THEN 'SELECT EXISTS (
      SELECT FROM new_row WHERE NOT EXISTS (
        SELECT FROM change WHERE number = new_row.%I))'
    ELSE 'SELECT EXISTS (
      SELECT FROM new_row WHERE %I IS DISTINCT FROM (
        SELECT h.change FROM head AS h JOIN change AS c ON c.number = h.change
        WHERE h.is_open AND c.xmin = pg_current_xact_id()::xid))' END, TG_ARGV[0])
  INTO is_of_another;
  IF is_of_another THEN
    RAISE EXCEPTION 'a row is added by the change that is being made'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'rows_are_of_this_change';
  END IF;
  RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION rows_are_of_this_change() FROM PUBLIC;

CREATE TABLE gift.gift (
  id text PRIMARY KEY COLLATE "C",
  since_change bigint NOT NULL CONSTRAINT gift_has_a_change REFERENCES change,
  CONSTRAINT gift_id_is_a_slug CHECK (is_slug(id, 2))
);
CREATE INDEX gift_by_change ON gift (since_change);
CREATE TRIGGER gift_is_of_this_change AFTER INSERT ON gift
  REFERENCING NEW TABLE AS new_row
  FOR EACH STATEMENT EXECUTE FUNCTION rows_are_of_this_change('since_change');

-- Which gifts an edit touched: what history and --expect-change ask for.
CREATE TABLE gift.gift_change (
  gift text NOT NULL COLLATE "C" CONSTRAINT gift_change_has_a_gift REFERENCES gift,
  change bigint NOT NULL,
  PRIMARY KEY (gift, change)
);
CREATE INDEX gift_change_by_change ON gift_change (change, gift);
CREATE TRIGGER gift_change_is_of_this_change AFTER INSERT ON gift_change
  REFERENCING NEW TABLE AS new_row
  FOR EACH STATEMENT EXECUTE FUNCTION rows_are_of_this_change('change');

-- Bytes under their SHA-256, stored once however often used, and served as they came in.
-- EXTERNAL: no attempt to compress what is read in one piece and compressed for clients anyway.
CREATE TABLE gift.asset (
  sha256 bytea PRIMARY KEY,
  bytes bytea NOT NULL,
  CONSTRAINT asset_is_named_by_its_bytes CHECK (sha256 = sha256(bytes))
);
ALTER TABLE asset ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- What clients are sent in place of the bytes when they take them compressed, by the name that HTTP
-- has for the coding: made once, when the asset is stored, and only where it is smaller.
CREATE TABLE gift.asset_coding (
  sha256 bytea CONSTRAINT asset_coding_has_an_asset REFERENCES asset,
  coding text,
  bytes bytea NOT NULL,
  PRIMARY KEY (sha256, coding),
  CONSTRAINT asset_coding_is_known CHECK (coding IN ('br', 'gzip'))
);
ALTER TABLE asset_coding ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- Codings come with their bytes: nobody adds one to what clients have been sent already.
CREATE FUNCTION gift.asset_coding_fits() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, gift, pg_temp AS $$
DECLARE
  broken text;
BEGIN
  SELECT CASE
    WHEN length(new_row.bytes) >= length(asset.bytes) THEN 'asset_coding_is_smaller'
    WHEN asset.xmin <> pg_current_xact_id()::xid THEN 'asset_coding_comes_with_its_bytes'
  END AS name
  INTO broken
  FROM new_row JOIN asset USING (sha256) ORDER BY name LIMIT 1;
  IF broken IS NOT NULL THEN
    RAISE EXCEPTION 'a coding has to fit its bytes'
      USING ERRCODE = 'check_violation', CONSTRAINT = broken;
  END IF;
  RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION asset_coding_fits() FROM PUBLIC;
CREATE TRIGGER asset_coding_fits AFTER INSERT ON asset_coding
  REFERENCING NEW TABLE AS new_row
  FOR EACH STATEMENT EXECUTE FUNCTION asset_coding_fits();

-- Immutable. The same bytes may be played in several ways, each a version of its own.
CREATE TABLE gift.animation_version (
  gift text NOT NULL COLLATE "C" CONSTRAINT animation_version_has_a_gift REFERENCES gift,
  number bigint NOT NULL,
  asset bytea NOT NULL CONSTRAINT animation_version_has_an_asset REFERENCES asset,
  byte_count bigint NOT NULL,
  width bigint NOT NULL,
  height bigint NOT NULL,
  frame_rate_hz double precision NOT NULL,
  frame_count double precision NOT NULL,
  duration_ms bigint NOT NULL,
  -- What the check had to say: a JSON array, kept as it was written, never served.
  findings text NOT NULL,
  since_change bigint NOT NULL,
  -- How clients play it: its segments, and what is looped, as canonical JSON.
  playback text NOT NULL,
  PRIMARY KEY (gift, number),
  CONSTRAINT animation_version_number_is_in_range CHECK (number BETWEEN 1 AND 1000000),
  CONSTRAINT animation_version_findings_are_a_list CHECK (
    length(findings) <= 16777216 AND jsonb_typeof(findings::jsonb) = 'array'),
  CONSTRAINT animation_version_has_a_size CHECK (
    width BETWEEN 1 AND 2147483647 AND height BETWEEN 1 AND 2147483647
    AND byte_count BETWEEN 1 AND 67108864),
  -- Up to 2^53, and below infinity: NaN, too, is above all numbers.
  CONSTRAINT animation_version_plays CHECK (
    frame_rate_hz > 0 AND frame_rate_hz < 'infinity' AND frame_count > 0
    AND frame_count <= 9007199254740992 AND duration_ms BETWEEN 0 AND 9007199254740992),
  CONSTRAINT animation_version_playback_is_one CHECK (is_playback(playback))
);
CREATE INDEX animation_version_by_asset ON animation_version (asset);
CREATE INDEX animation_version_by_change ON animation_version (since_change, gift);
-- By a digest, because an index takes no long text.
CREATE UNIQUE INDEX animation_version_is_new
  ON animation_version (gift, asset, hashtextextended(playback, 0));
CREATE TRIGGER animation_version_is_of_this_change AFTER INSERT ON animation_version
  REFERENCING NEW TABLE AS new_row
  FOR EACH STATEMENT EXECUTE FUNCTION rows_are_of_this_change('since_change');

CREATE TABLE gift.definition (
  gift text NOT NULL COLLATE "C" CONSTRAINT definition_has_a_gift REFERENCES gift,
  since_change bigint NOT NULL,
  until_change bigint CONSTRAINT definition_ends_with_a_change REFERENCES change,
  name_locale text[] NOT NULL,
  name_text text[] NOT NULL,
  -- The locale of the name for viewers whose own has none.
  name_fallback text NOT NULL,
  -- Null: not for sale.
  price bigint,
  category text NOT NULL,
  -- The placements that show the gift, each with its place in their order.
  place_name text[] NOT NULL,
  place_number bigint[] NOT NULL,
  streakable boolean NOT NULL,
  tag text[] NOT NULL,
  -- Which clients get the gift, by their app's platform and version and by region; empty: all.
  only_platform text[] NOT NULL,
  only_region text[] NOT NULL,
  latest_version bigint,
  -- For the content team: clients never see it.
  note text,
  PRIMARY KEY (gift, since_change),
  CONSTRAINT definition_note_is_a_line CHECK (is_line(note, 2000)),
  CONSTRAINT definition_has_a_version
    FOREIGN KEY (gift, latest_version) REFERENCES animation_version (gift, number),
  CONSTRAINT definition_ends_later CHECK (until_change > since_change),
  CONSTRAINT definition_has_a_name CHECK (
    cardinality(name_locale) BETWEEN 1 AND 200
    AND cardinality(name_locale) = cardinality(name_text)),
  CONSTRAINT definition_names_can_be_read CHECK (are_names(name_locale, name_text)),
  CONSTRAINT definition_names_have_a_fallback CHECK (name_fallback = ANY (name_locale)),
  CONSTRAINT definition_price_is_in_range CHECK (price BETWEEN 0 AND 10000000),
  CONSTRAINT definition_for_sale_has_a_price
    CHECK (price IS NOT NULL OR 'gifts' <> ALL (place_name)),
  CONSTRAINT definition_places_have_numbers CHECK (
    cardinality(place_name) BETWEEN 1 AND 33 AND are_rising(place_name)
    AND are_slugs(place_name, 1) AND cardinality(place_name) = cardinality(place_number)
    AND are_places(place_name, place_number)),
  CONSTRAINT definition_category_is_a_slug CHECK (is_slug(category, 1)),
  CONSTRAINT definition_tags_are_slugs
    CHECK (cardinality(tag) <= 20 AND are_rising(tag) AND are_slugs(tag, 1)),
  CONSTRAINT definition_platforms_are_rules CHECK (are_platforms(only_platform)),
  CONSTRAINT definition_regions_are_codes CHECK (are_regions(only_region))
);

-- A row is superseded once, by the change that is being made.
CREATE FUNCTION gift.row_is_superseded_once() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, gift, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM old_row WHERE until_change IS NOT NULL)
    OR EXISTS (
      SELECT FROM new_row WHERE until_change IS DISTINCT FROM (
        SELECT h.change FROM head AS h JOIN change AS c ON c.number = h.change
        WHERE acts_as_owner() OR h.is_open AND c.xmin = pg_current_xact_id()::xid)) THEN
    RAISE EXCEPTION 'a superseded row stays as it is'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'row_is_superseded_once';
  END IF;
  RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION row_is_superseded_once() FROM PUBLIC;
CREATE INDEX definition_since_change ON definition (since_change, gift);
CREATE INDEX definition_until_change ON definition (until_change) WHERE until_change IS NOT NULL;
CREATE TRIGGER definition_is_superseded_once AFTER UPDATE ON definition
  REFERENCING OLD TABLE AS old_row NEW TABLE AS new_row
  FOR EACH STATEMENT EXECUTE FUNCTION row_is_superseded_once();
CREATE UNIQUE INDEX definition_stands_once ON definition (gift) WHERE until_change IS NULL;
-- The audiences of all gifts together, of which there may be few, without reading all gifts.
CREATE INDEX definition_audience ON definition (only_platform, only_region)
  WHERE until_change IS NULL AND cardinality(only_platform) + cardinality(only_region) > 0;
CREATE TRIGGER definition_is_of_this_change AFTER INSERT ON definition
  REFERENCING NEW TABLE AS new_row
  FOR EACH STATEMENT EXECUTE FUNCTION rows_are_of_this_change('since_change');

-- What a gift plays by itself: without until_at a standing step, which holds until the next; with
-- it a window above steps and turns, half-open. Without version nothing shows. What the layers
-- show together is computed and never stored.
CREATE TABLE gift.availability (
  gift text NOT NULL COLLATE "C" CONSTRAINT availability_has_a_gift REFERENCES gift,
  version bigint,
  from_at timestamptz NOT NULL,
  until_at timestamptz,
  since_change bigint NOT NULL,
  until_change bigint CONSTRAINT availability_ends_with_a_change REFERENCES change,
  standing boolean NOT NULL GENERATED ALWAYS AS (until_at IS NULL) STORED,
  -- Other terms than those of the definition, in a window.
  price bigint,
  sort_order bigint,
  PRIMARY KEY (gift, from_at, standing, since_change),
  CONSTRAINT availability_has_a_version
    FOREIGN KEY (gift, version) REFERENCES animation_version (gift, number),
  CONSTRAINT availability_is_not_empty CHECK (until_at > from_at),
  CONSTRAINT availability_has_instants CHECK (is_instant(from_at) AND is_instant(until_at)),
  CONSTRAINT availability_is_superseded_later CHECK (until_change > since_change),
  CONSTRAINT availability_terms_are_of_a_window CHECK (
    price IS NULL AND sort_order IS NULL OR version IS NOT NULL AND until_at IS NOT NULL),
  CONSTRAINT availability_terms_are_in_range CHECK (
    price BETWEEN 0 AND 10000000 AND sort_order BETWEEN -1000000 AND 1000000),
  CONSTRAINT availability_is_alone EXCLUDE USING gist (
    gift WITH =, tstzrange(from_at, until_at) WITH &&)
    WHERE (until_change IS NULL AND until_at IS NOT NULL)
);
CREATE INDEX availability_since_change ON availability (since_change, gift);
CREATE INDEX availability_until_change ON availability (until_change)
  WHERE until_change IS NOT NULL;
CREATE TRIGGER availability_is_superseded_once AFTER UPDATE ON availability
  REFERENCING OLD TABLE AS old_row NEW TABLE AS new_row
  FOR EACH STATEMENT EXECUTE FUNCTION row_is_superseded_once();
CREATE UNIQUE INDEX availability_stands_once ON availability (gift, from_at)
  WHERE until_change IS NULL AND until_at IS NULL;
CREATE TRIGGER availability_is_of_this_change AFTER INSERT ON availability
  REFERENCING NEW TABLE AS new_row
  FOR EACH STATEMENT EXECUTE FUNCTION rows_are_of_this_change('since_change');
