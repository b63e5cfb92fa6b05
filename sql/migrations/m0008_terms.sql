-- Other terms than those of the definition, in a window.

ALTER TABLE availability
  ADD COLUMN price bigint,
  ADD COLUMN sort_order bigint,
  ADD CONSTRAINT availability_terms_are_of_a_window CHECK (
    price IS NULL AND sort_order IS NULL OR version IS NOT NULL AND until_at IS NOT NULL),
  ADD CONSTRAINT availability_terms_are_in_range CHECK (
    price BETWEEN 0 AND 10000000 AND sort_order BETWEEN -1000000 AND 1000000);
