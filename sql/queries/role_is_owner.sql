-- Whether the acting role has the rights of the catalogue's owner. Columns: owner boolean.
-- Locks: none.
SELECT acts_as_owner() AS owner
