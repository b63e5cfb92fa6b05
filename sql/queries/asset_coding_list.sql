-- Which codings are kept of which animations. Columns: sha256 bytea, coding text. Locks: none.
SELECT sha256, coding FROM asset_coding
