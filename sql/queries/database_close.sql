-- Leaves a database to its owner and to the logins that are granted CONNECT. Roles belong to the
-- whole cluster, and so does membership in them: without this, an editor of one database would be
-- one of all others. Nobody but the owner makes temporary tables. These rights are not copied with
-- a database, nor restored under another name. Locks: the database's row, where something changes.
DO $$
BEGIN
  IF EXISTS (
    SELECT FROM pg_database AS d, aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) AS a
    WHERE d.datname = current_database() AND a.grantee = 0) THEN
    EXECUTE format('REVOKE CONNECT, TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
  END IF;
END
$$
