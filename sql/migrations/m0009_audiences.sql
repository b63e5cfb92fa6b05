-- Which clients get a gift: by the platform and version of their app, and by region.

ALTER TABLE definition
  ADD COLUMN only_platform text[] NOT NULL DEFAULT '{}',
  ADD COLUMN only_region text[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT definition_platforms_are_rules CHECK (
    cardinality(only_platform) <= 8 AND coalesce(array_ndims(only_platform), 1) = 1
    AND array_position(only_platform, NULL) IS NULL
    AND only_platform = string_to_array(array_to_string(only_platform, ','), ',')
    AND array_to_string(only_platform, ',') ~
      '^((ios|android|web)(>=\d{1,9}(\.\d{1,9}){0,3})?(<\d{1,9}(\.\d{1,9}){0,3})?(,(?=.)|$))*$'),
  ADD CONSTRAINT definition_regions_are_codes CHECK (
    cardinality(only_region) <= 250 AND coalesce(array_ndims(only_region), 1) = 1
    AND array_position(only_region, NULL) IS NULL
    AND only_region = string_to_array(array_to_string(only_region, ','), ',')
    AND array_to_string(only_region, ',') ~ '^([A-Z]{2}(,[A-Z]{2})*)?$');
-- Only for the rows that were there.
ALTER TABLE definition
  ALTER COLUMN only_platform DROP DEFAULT,
  ALTER COLUMN only_region DROP DEFAULT;

-- The audiences of all gifts together, of which there may be few, without reading all gifts.
CREATE INDEX definition_audience ON definition (only_platform, only_region)
  WHERE until_change IS NULL AND cardinality(only_platform) + cardinality(only_region) > 0;

GRANT SELECT (only_platform, only_region) ON definition TO gift_reader;
