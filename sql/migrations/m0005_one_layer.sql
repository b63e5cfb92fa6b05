-- What rotations bring is computed and never stored, so no availability lies above another. The
-- constraints that name the column go with it.

ALTER TABLE availability
  DROP COLUMN layer,
  ADD PRIMARY KEY (gift, from_at, since_change),
  ADD CONSTRAINT availability_is_alone EXCLUDE USING gist (
    gift WITH =, tstzrange(from_at, until_at) WITH &&)
    WHERE (until_change IS NULL);
