-- Restricts a database to its owner and to logins granted CONNECT. Roles and memberships belong to
-- the whole cluster: without this, an editor of one database would be one of all others. Only the
-- owner may create temporary tables. These privileges are not copied with a database, nor restored
-- under another name. Locks: the database's row, where something changes.
DO $$
BEGIN
  IF EXISTS (
    SELECT FROM pg_database AS d, aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) AS a
    WHERE d.datname = current_database() AND a.grantee = 0) THEN
    EXECUTE format('REVOKE CONNECT, TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
  END IF;
END
$$
