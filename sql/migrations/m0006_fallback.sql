-- Which of a gift's names is for viewers whose own locale has none: until now English, or else the
-- first.

ALTER TABLE definition ADD COLUMN name_fallback text;
-- Superseded rows get one, too, as an archive would have it.
ALTER TABLE definition DISABLE TRIGGER definition_is_superseded_once;
UPDATE definition SET name_fallback = coalesce(
  (SELECT min(tag COLLATE "C") FROM unnest(name_locale) AS tag WHERE tag ~* '^en(-|$)'),
  (SELECT min(tag COLLATE "C") FROM unnest(name_locale) AS tag));
ALTER TABLE definition ENABLE TRIGGER definition_is_superseded_once;
ALTER TABLE definition
  ALTER COLUMN name_fallback SET NOT NULL,
  ADD CONSTRAINT definition_names_have_a_fallback CHECK (name_fallback = ANY (name_locale));

GRANT SELECT (name_fallback) ON definition TO gift_reader;
