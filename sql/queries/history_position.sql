-- The database's position in its history, and its change with the number of one that was seen. The
-- timeline is that of a primary, and null on a standby, which may not know of a new one yet; it
-- counts within one system, which a cluster and its standbys share. $1 bigint: that change.
-- Columns: number bigint: the newest change, 0 when there is none, at timestamptz: when that was
-- made, the epoch when there is none, digest bytea?: its digest, begun_at timestamptz?: when change
-- 1 was made, seen_digest bytea?: the digest of change $1, timeline bigint?,
-- system_identifier bigint.
-- Locks: none. Index: the primary key.
SELECT coalesce(last.number, 0)::bigint AS number,
  coalesce(last.at, 'epoch'::timestamptz) AS at, last.digest, first.at AS begun_at,
  seen.digest AS seen_digest,
  CASE
    WHEN pg_is_in_recovery() THEN NULL
    ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint
  END AS timeline,
  control.system_identifier
FROM (SELECT max(number) AS number FROM change) AS top
CROSS JOIN pg_control_system() AS control
LEFT JOIN change AS last ON last.number = top.number
LEFT JOIN change AS first ON first.number = 1
LEFT JOIN change AS seen ON seen.number = $1
