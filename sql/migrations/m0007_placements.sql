-- Where a gift is shown, and how clients show placements and categories.

CREATE TABLE gift_group (
  kind text NOT NULL COLLATE "C"
    CONSTRAINT gift_group_kind_is_known CHECK (kind IN ('placement', 'category')),
  name text NOT NULL COLLATE "C" CONSTRAINT gift_group_name_is_a_slug
    CHECK (name ~ '^[a-z0-9](-?[a-z0-9])*$' AND length(name) <= 64),
  since_change bigint NOT NULL CONSTRAINT gift_group_has_a_change REFERENCES change,
  -- Canonical JSON; null once it is retired.
  settings text,
  PRIMARY KEY (kind, name, since_change),
  -- 200 names of 80 characters that JSON may escape.
  CONSTRAINT gift_group_settings_are_an_object
    CHECK (length(settings) <= 262144 AND jsonb_typeof(settings::jsonb) = 'object'),
  CONSTRAINT gift_group_placement_has_a_choice CHECK (kind <> 'placement'
    OR coalesce(settings::jsonb ->> 'choose', '') IN ('all', 'first', 'random')
    OR settings IS NULL),
  CONSTRAINT gift_group_category_has_names CHECK (kind <> 'category' OR settings IS NULL
    OR coalesce(jsonb_typeof(settings::jsonb -> 'names'), '') = 'object'
      AND (settings::jsonb -> 'names') ? coalesce(settings::jsonb ->> 'fallback', '')
      AND coalesce(jsonb_typeof(settings::jsonb -> 'order'), '') = 'number'),
  -- It is there in every catalogue, for sale and sorted.
  CONSTRAINT gift_group_gifts_is_fixed CHECK (kind <> 'placement' OR name <> 'gifts')
);
CREATE INDEX gift_group_by_change ON gift_group (since_change);
CREATE TRIGGER gift_group_is_of_this_change AFTER INSERT ON gift_group
  REFERENCING NEW TABLE AS new_row
  FOR EACH STATEMENT EXECUTE FUNCTION rows_are_of_this_change('since_change');

ALTER TABLE change DROP CONSTRAINT change_verb_is_known;
ALTER TABLE change ADD CONSTRAINT change_verb_is_known
  CHECK (verb IN ('add', 'publish', 'retire', 'rollback', 'undo', 'import', 'rotation',
    'repair', 'pictures', 'placement', 'category'));

-- All of it, because names of placements and categories are no drafts: clients get those of live
-- gifts, and nobody else asks.
GRANT SELECT ON gift_group TO gift_reader, gift_editor;
GRANT INSERT ON gift_group TO gift_editor;

-- Until now all gifts were in the placement gifts.
ALTER TABLE definition ADD COLUMN place_name text[], ADD COLUMN place_number bigint[];
ALTER TABLE definition DISABLE TRIGGER definition_is_superseded_once;
UPDATE definition SET place_name = ARRAY['gifts'], place_number = ARRAY[sort_order];
ALTER TABLE definition ENABLE TRIGGER definition_is_superseded_once;
ALTER TABLE definition
  DROP COLUMN sort_order,
  ALTER COLUMN place_name SET NOT NULL,
  ALTER COLUMN place_number SET NOT NULL,
  ALTER COLUMN price DROP NOT NULL,
  ADD CONSTRAINT definition_places_have_numbers CHECK (
    cardinality(place_name) BETWEEN 1 AND 33 AND array_ndims(place_name) = 1
    AND array_ndims(place_number) = 1 AND cardinality(place_name) = cardinality(place_number)
    AND array_position(place_name, NULL) IS NULL AND array_position(place_number, NULL) IS NULL
    AND -1000000 <= ALL (place_number) AND 1000000 >= ALL (place_number)
    AND array_to_string(place_name, ',') ~ '^[a-z0-9](-?[a-z0-9])*(,[a-z0-9](-?[a-z0-9])*)*$'),
  ADD CONSTRAINT definition_for_sale_has_a_price
    CHECK (price IS NOT NULL OR 'gifts' <> ALL (place_name));

GRANT SELECT (place_name, place_number) ON definition TO gift_reader;
