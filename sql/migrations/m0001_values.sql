-- What a value may be: the rules of the domain, as far as SQL can say them, for the constraints of
-- tables. Each is bound when it is made, so no search path leads elsewhere; what is null passes.
-- Limits that the domain has, too, are tried on both sides by a test. A function without a subquery
-- becomes part of the constraint, and takes a twentieth of the time of another one: those are left
-- for values that most rows do not have.

-- Everything lies in this schema, where only its owner creates. Sessions and functions look names
-- up in PostgreSQL's own schema and then here, so that what others put elsewhere is never run.
REVOKE ALL ON SCHEMA gift FROM PUBLIC;
CREATE EXTENSION IF NOT EXISTS btree_gist SCHEMA gift;

-- The years that RFC 3339 can write, and those of clocks without a zone: no zone leads out of them.
CREATE FUNCTION gift.is_instant(instant timestamptz) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN instant >= '0001-01-01 00:00:00+00' AND instant < '10000-01-01 00:00:00+00';

CREATE FUNCTION gift.is_local_time(local timestamp) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN local >= '0001-01-01 00:00:00' AND local < '9999-01-01 00:00:00'
  AND date_trunc('second', local) = local;

CREATE FUNCTION gift.is_slug(word text, shortest integer) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN word ~ '^[a-z0-9](-?[a-z0-9])*$' AND length(word) BETWEEN shortest AND 64;

-- Text on one line, without control characters, or blanks at its ends. Which other characters show
-- nothing, or something else, a database does not know.
CREATE FUNCTION gift.is_line(line text, most_bytes integer) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN octet_length(line) BETWEEN 1 AND most_bytes
  AND line !~ '[\u0001-\u001F\u007F-\u009F\u2028\u2029]|^[ \u00A0\u3000]|[ \u00A0\u3000]$';

-- A tag of BCP 47, in the case that it recommends.
CREATE FUNCTION gift.locale_pattern() RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN '([a-z]{2,3}(-[a-z]{3}){0,3}|[a-z]{4,8})(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?'
  '(-([a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*(-[a-wyz0-9](-[a-z0-9]{2,8})+)*(-x(-[a-z0-9]{1,8})+)?';

CREATE FUNCTION gift.is_locale(tag text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN length(tag) <= 64 AND tag ~ ('^' || locale_pattern() || '$');

-- Arrays in the one order in which they are written, without null and nothing twice.
CREATE FUNCTION gift.are_many_rising(words text[]) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN words = ARRAY(
  SELECT DISTINCT word COLLATE "C" FROM unnest(words) AS word WHERE word IS NOT NULL ORDER BY 1);

CREATE FUNCTION gift.are_rising(words text[]) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN cardinality(words) = 0 THEN true
  WHEN array_ndims(words) > 1 OR cardinality(words) > 4 THEN are_many_rising(words)
  ELSE words[1] IS NOT NULL
    AND coalesce(words[1] COLLATE "C" < words[2], cardinality(words) < 2)
    AND coalesce(words[2] COLLATE "C" < words[3], cardinality(words) < 3)
    AND coalesce(words[3] COLLATE "C" < words[4], cardinality(words) < 4) END;

CREATE FUNCTION gift.are_rising(numbers bigint[]) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN numbers = ARRAY(
  SELECT DISTINCT number FROM unnest(numbers) AS number WHERE number IS NOT NULL ORDER BY 1);

-- Whether there are so many parts between commas: none of them has one itself, or is null. Stable,
-- as array_to_string is, because an immutable function that calls it is not made a part.
CREATE FUNCTION gift.are_parts(words text[]) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
RETURN array_ndims(words) = 1
  AND cardinality(string_to_array(array_to_string(words, ','), ',')) = cardinality(words);

CREATE FUNCTION gift.are_slugs(words text[], shortest integer) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE
RETURN cardinality(words) = 0 OR are_parts(words)
  AND (length(array_to_string(words, ',')) <= 64
    OR array_to_string(words, ',') !~ '[^,]{65}')
  AND array_to_string(words, ',') ~ CASE
    WHEN shortest = 1 THEN '^[a-z0-9](-?[a-z0-9])*(,[a-z0-9](-?[a-z0-9])*)*$'
    ELSE '^[a-z0-9](-?[a-z0-9])+(,[a-z0-9](-?[a-z0-9])+)*$' END;

CREATE FUNCTION gift.are_numbers(numbers bigint[], lowest bigint, highest bigint)
RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN cardinality(numbers) = 0 OR array_ndims(numbers) = 1
  AND coalesce(lowest <= ALL (numbers) AND highest >= ALL (numbers), false);

-- The places of a gift: by their own rule in the panel, where others have weights.
CREATE FUNCTION gift.are_many_places(names text[], numbers bigint[]) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (SELECT bool_and(name = 'gifts' OR number > 0)
  FROM unnest(names, numbers) AS place (name, number));

CREATE FUNCTION gift.are_places(names text[], numbers bigint[]) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN are_numbers(numbers, -1000000, 1000000)
  AND (names = '{gifts}' OR are_many_places(names, numbers));

CREATE FUNCTION gift.are_distinct(words text[]) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (SELECT count(DISTINCT word) = count(*) FROM unnest(words) AS word);

CREATE FUNCTION gift.count_distinct(numbers bigint[]) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (SELECT count(DISTINCT number) FROM unnest(numbers) AS number);

CREATE FUNCTION gift.are_instants(instants timestamptz[]) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce(array_ndims(instants), 1) = 1
  AND (SELECT coalesce(bool_and(coalesce(is_instant(instant), false)), true)
    FROM unnest(instants) AS instant);

CREATE FUNCTION gift.are_local_times(times timestamp[]) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce(array_ndims(times), 1) = 1
  AND (SELECT coalesce(bool_and(coalesce(is_local_time(local), false)), true)
    FROM unnest(times) AS local);

-- Gifts that others take the place of, by turn and then by id, at most as many in a turn as it has.
CREATE FUNCTION gift.are_swaps(turns bigint[], gifts text[]) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce(array_ndims(turns), 1) = 1 AND (
  SELECT coalesce(bool_and(coalesce((turn, gift) > (turn_before, gift_before), true)
    AND place_in_turn <= 500), true)
  FROM (
    SELECT turn, gift COLLATE "C" AS gift, lag(turn) OVER listed AS turn_before,
      lag(gift) OVER listed COLLATE "C" AS gift_before,
      row_number() OVER (PARTITION BY turn ORDER BY place) AS place_in_turn
    FROM unnest(turns, gifts) WITH ORDINALITY AS swapped (turn, gift, place)
    WINDOW listed AS (ORDER BY place)) AS swap);

-- Names by locale.
CREATE FUNCTION gift.are_many_names(locales text[], names text[]) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN are_rising(locales) AND array_ndims(names) = 1
  AND (SELECT bool_and(coalesce(is_locale(locale) AND is_line(name, 640), false))
    FROM unnest(locales, names) AS named (locale, name));

CREATE FUNCTION gift.are_names(locales text[], names text[]) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE WHEN cardinality(locales) <= 4 AND cardinality(names) = cardinality(locales)
    AND are_parts(locales) AND octet_length(array_to_string(locales, ',')) <= 64
    AND array_position(names, NULL) IS NULL AND octet_length(array_to_string(names, E'\n')) <= 640
  THEN are_rising(locales)
    AND array_to_string(locales, ',')
      ~ ('^' || locale_pattern() || '(,' || locale_pattern() || ')*$')
    AND cardinality(string_to_array(array_to_string(names, E'\n'), E'\n')) = cardinality(names)
    AND array_to_string(names, E'\n') !~ (
      '[\u0001-\u0009\u000B-\u001F\u007F-\u009F\u2028\u2029]'
      '|(^|\n)(\n|$)|(^|\n)[ \u00A0\u3000]|[ \u00A0\u3000](\n|$)')
  ELSE are_many_names(locales, names) END;

-- Platforms with versions of the app, such as ios>=8.2<9, written without zeros that say nothing.
CREATE FUNCTION gift.are_some_platforms(rules text[]) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN cardinality(rules) <= 8 AND are_rising(rules)
  AND (SELECT coalesce(bool_and(
      rule ~ ('^(ios|android|web)'
        '(>=(0|[1-9][0-9]{0,8})((\.(0|[1-9][0-9]{0,8})){0,2}\.[1-9][0-9]{0,8})?)?'
        '(<(0|[1-9][0-9]{0,8})((\.(0|[1-9][0-9]{0,8})){0,2}\.[1-9][0-9]{0,8})?)?$')
      AND coalesce(
        string_to_array(substring(rule FROM '>=([0-9.]+)'), '.')::bigint[]
          < string_to_array(substring(rule FROM '<([0-9.]+)$'), '.')::bigint[], true)), true)
    FROM unnest(rules) AS rule);

CREATE FUNCTION gift.are_platforms(rules text[]) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN cardinality(rules) = 0 OR are_some_platforms(rules);

-- Codes of ISO 3166-1, and XK.
CREATE FUNCTION gift.are_regions(codes text[]) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN cardinality(codes) = 0 OR are_rising(codes) AND codes <@ string_to_array(
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR '
  'BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ '
  'EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW '
  'GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY '
  'KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV '
  'MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY '
  'QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG '
  'TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA '
  'ZM ZW', ' ');

-- JSON with certain members and no others.
CREATE FUNCTION gift.has_members(value jsonb, VARIADIC names text[]) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE jsonb_typeof(value)
  WHEN 'object' THEN value ?& names AND value - names = '{}'::jsonb ELSE false END;

CREATE FUNCTION gift.is_whole(value jsonb, lowest bigint, highest bigint) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE jsonb_typeof(value)
  WHEN 'number' THEN value::numeric BETWEEN lowest AND highest AND value::text ~ '^-?[0-9]+$'
  ELSE false END;

-- How clients play a version: its segments in frames, by their beginnings, and what is looped.
CREATE FUNCTION gift.is_some_playback(document text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN length(document) <= 32768 AND has_members(document::jsonb, 'segments', 'loop') AND (
  SELECT count(*) <= 50 AND jsonb_typeof(document::jsonb -> 'segments') = 'array'
    AND coalesce(bool_and(fits), true) AND count(DISTINCT segment ->> 'name') = count(*)
    AND CASE jsonb_typeof(document::jsonb -> 'loop')
      WHEN 'boolean' THEN true
      WHEN 'string' THEN coalesce(bool_or(segment -> 'name' = document::jsonb -> 'loop'), false)
      ELSE is_whole(document::jsonb -> 'loop', 2, 1000) END
    -- In the one form in which it is written.
    AND document = format('{"loop":%s,"segments":[%s]}', document::jsonb -> 'loop', string_agg(
      CASE WHEN fits THEN format(
        '{"first":%s,"last":%s,"name":%s}', (segment -> 'first')::float8,
        (segment -> 'last')::float8, segment -> 'name') END, ',' ORDER BY place))
  FROM (
    SELECT segment, place, has_members(segment, 'name', 'first', 'last')
      AND jsonb_typeof(segment -> 'name') = 'string' AND is_line(segment ->> 'name', 256)
      AND CASE WHEN jsonb_typeof(segment -> 'first') = 'number'
          AND jsonb_typeof(segment -> 'last') = 'number'
        THEN (segment -> 'first')::numeric < (segment -> 'last')::numeric
          AND (segment -> 'first')::numeric >= -1000000000
          AND (segment -> 'last')::numeric <= 1000000000
          AND (segment -> 'first')::numeric >= coalesce(
            CASE jsonb_typeof(before -> 'first') WHEN 'number'
              THEN (before -> 'first')::numeric END, '-infinity')
        ELSE false END AS fits
    FROM (
      SELECT segment, place, lag(segment) OVER (ORDER BY place) AS before
      FROM jsonb_array_elements(CASE jsonb_typeof(document::jsonb -> 'segments')
          WHEN 'array' THEN document::jsonb -> 'segments' ELSE '[]' END)
        WITH ORDINALITY AS listed (segment, place)) AS neighbours) AS segments);

CREATE FUNCTION gift.is_playback(document text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN document = '{"loop":false,"segments":[]}' OR is_some_playback(document);

-- How clients show a placement, or the gifts of a category.
CREATE FUNCTION gift.are_settings(kind text, document text) RETURNS boolean
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN length(document) <= 262144 AND CASE kind
  WHEN 'placement'
    THEN document IN ('{"choose":"all"}', '{"choose":"first"}', '{"choose":"random"}')
  ELSE has_members(document::jsonb, 'names', 'fallback', 'order')
    AND is_whole(document::jsonb -> 'order', -1000000, 1000000)
    AND jsonb_typeof(document::jsonb -> 'fallback') = 'string' AND (
      SELECT count(*) BETWEEN 1 AND 200
        AND bool_and(
          is_locale(locale) AND jsonb_typeof(name) = 'string' AND is_line(name #>> '{}', 640))
        AND bool_or(locale = document::jsonb ->> 'fallback')
        AND document = format(
          '{"fallback":%s,"names":{%s},"order":%s}', document::jsonb -> 'fallback',
          string_agg(format('%s:%s', to_json(locale), name), ',' ORDER BY locale COLLATE "C"),
          document::jsonb -> 'order')
      FROM jsonb_each(CASE jsonb_typeof(document::jsonb -> 'names')
        WHEN 'object' THEN document::jsonb -> 'names' ELSE '{}' END) AS named (locale, name))
  END;

-- The offsets of a zone, in seconds, and the instants at which they change, in seconds.
CREATE FUNCTION gift.is_zone(document text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN length(document) <= 65536
  AND has_members(document::jsonb, 'name', 'firstOffsetSeconds', 'transitions')
  AND is_whole(document::jsonb -> 'firstOffsetSeconds', -86399, 86399)
  AND document::jsonb ->> 'name' ~ '^[A-Za-z0-9_+/-]{1,64}$'
  AND jsonb_typeof(document::jsonb -> 'transitions') = 'array' AND (
    SELECT count(*) <= 2000 AND coalesce(bool_and(
        jsonb_typeof(pair) = 'array' AND jsonb_array_length(pair) = 2
        AND is_whole(pair -> 0, -62135596800, 253370764799)
        AND is_whole(pair -> 1, -86399, 86399)
        AND coalesce((pair -> 0)::numeric > (before -> 0)::numeric, true)), true)
      AND document = format(
        '{"firstOffsetSeconds":%s,"name":%s,"transitions":[%s]}',
        document::jsonb -> 'firstOffsetSeconds', document::jsonb -> 'name',
        string_agg(format('[%s,%s]', pair -> 0, pair -> 1), ',' ORDER BY place))
    FROM (
      SELECT pair, place, lag(pair) OVER (ORDER BY place) AS before
      FROM jsonb_array_elements(CASE jsonb_typeof(document::jsonb -> 'transitions')
          WHEN 'array' THEN document::jsonb -> 'transitions' ELSE '[]' END)
        WITH ORDINALITY AS listed (pair, place)) AS neighbours);
