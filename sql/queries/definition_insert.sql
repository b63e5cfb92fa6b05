-- Inserts definitions. $1 text[]: gift; $2 bigint[]: change; $3 text[]: name_locale; $4 text[]:
-- name_text; $5 text[]: tag; $6 bigint[]: price or null; $7 text[]: category; $8 text[]:
-- place_name; $9 boolean[]: streakable; $10 bigint[]: latest_version or null; $11 text[]: note or
-- null; $12 bigint[]: until_change or null, for imported history; $13 text[]: name_fallback;
-- $14 text[]: place_number; $15 text[]: only_platform; $16 text[]: only_region;
-- $17 text[]: withdrawn. Names, tags, places, platforms, regions and versions are array literals,
-- because rows have arrays of different lengths.
INSERT INTO definition (
  gift, since_change, name_locale, name_text, tag, price, category, place_name, streakable,
  latest_version, note, until_change, name_fallback, place_number,
  only_platform, only_region, withdrawn)
SELECT u.gift, u.since_change, u.name_locale::text[], u.name_text::text[], u.tag::text[],
  u.price, u.category, u.place_name::text[], u.streakable, u.latest_version, u.note, u.until_change,
  u.name_fallback, u.place_number::bigint[], u.only_platform::text[], u.only_region::text[],
  u.withdrawn::bigint[]
FROM unnest(
  $1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[],
  $8::text[], $9::boolean[], $10::bigint[], $11::text[], $12::bigint[],
  $13::text[], $14::text[], $15::text[], $16::text[], $17::text[])
  AS u (gift, since_change, name_locale, name_text, tag, price, category, place_name, streakable,
    latest_version, note, until_change, name_fallback, place_number, only_platform, only_region,
    withdrawn)
