-- What clients are sent in place of an animation's bytes when they take it compressed. Both are
-- made once, when the asset is stored, and are derived: they decode to `bytes`.
-- The reader's and the editor's rights on the table hold for these columns too.

ALTER TABLE asset
  -- The bytes as one gzip member (RFC 1952). Null: it would not be smaller than the bytes, or the
  -- row is older than this migration; then the bytes are what is sent.
  ADD COLUMN gzip bytea,
  -- The bytes as one brotli stream (RFC 7932). Null for the same reasons.
  ADD COLUMN brotli bytea,
  ADD CONSTRAINT asset_gzip_is_smaller CHECK (length(gzip) < length(bytes)),
  ADD CONSTRAINT asset_brotli_is_smaller CHECK (length(brotli) < length(bytes));
ALTER TABLE asset
  ALTER COLUMN gzip SET STORAGE EXTERNAL,
  ALTER COLUMN brotli SET STORAGE EXTERNAL;
