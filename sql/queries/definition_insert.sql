-- A definition. $1 text: gift; $2 bigint: change; $3 text[]: name_locale; $4 text[]: name_text;
-- $5 bigint: price; $6 text: category; $7 bigint: sort_order; $8 boolean: streakable;
-- $9 text[]: tag; $10 bigint?: latest_version; $11 bigint?: until_change, for imported history.
INSERT INTO definition (
  gift, since_change, name_locale, name_text, price, category, sort_order, streakable, tag,
  latest_version, until_change)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
