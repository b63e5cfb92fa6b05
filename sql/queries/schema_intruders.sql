-- Who besides its owner may create in the catalogue's schema, and its functions and operators that
-- are neither the owner's, under one of the names given, nor btree_gist's: they could be run in
-- place of PostgreSQL's own. The calls of this statement match exactly, so that none of them is.
-- $1 text[]: names of the catalogue's functions.
-- Columns: owner text, trusted boolean: whether the owner is this login, the database's owner or a
-- superuser, creators text[], strangers text[]. There is no row without the schema. Locks: none.
WITH place AS (
  SELECT n.oid, n.nspowner, n.nspacl, d.datdba
  FROM pg_namespace AS n, pg_database AS d
  WHERE n.nspname = 'gift'::name AND d.datname = current_database()
),
trusted (oid) AS (
  SELECT r.oid FROM pg_roles AS r, place AS p WHERE r.rolsuper OR r.oid IN (p.nspowner, p.datdba)
),
brought (classid, objid) AS (
  SELECT d.classid, d.objid
  FROM pg_depend AS d JOIN pg_extension AS e ON e.oid = d.refobjid
  WHERE d.refclassid = 'pg_extension'::regclass::oid AND d.deptype = 'e'::"char"
    AND e.extname = 'btree_gist'::name
),
creator (name) AS (
  SELECT
    CASE a.grantee WHEN 0::oid THEN 'PUBLIC'::text ELSE pg_get_userbyid(a.grantee)::text END
  FROM place AS p, aclexplode(p.nspacl) AS a
  WHERE a.privilege_type = 'CREATE'::text AND a.grantee <> p.nspowner
),
stranger (name) AS (
  SELECT replace(
    (pg_identify_object('pg_proc'::regclass::oid, f.oid, 0)).identity, 'pg_catalog.'::text,
    ''::text)
  FROM pg_proc AS f JOIN place AS p ON p.oid = f.pronamespace
  WHERE NOT EXISTS (
      SELECT FROM brought AS b WHERE b.classid = 'pg_proc'::regclass::oid AND b.objid = f.oid)
    AND NOT (
      f.proname::text = ANY ($1::text[]) AND EXISTS (
        SELECT FROM trusted AS t WHERE t.oid = f.proowner))
  UNION ALL
  SELECT replace(
    (pg_identify_object('pg_operator'::regclass::oid, o.oid, 0)).identity, 'pg_catalog.'::text,
    ''::text)
  FROM pg_operator AS o JOIN place AS p ON p.oid = o.oprnamespace
  WHERE NOT EXISTS (
      SELECT FROM brought AS b WHERE b.classid = 'pg_operator'::regclass::oid AND b.objid = o.oid)
)
SELECT pg_get_userbyid(p.nspowner)::text AS owner,
  EXISTS (
    SELECT FROM pg_roles AS r
    WHERE r.oid = p.nspowner AND (
      r.rolsuper OR r.oid = p.datdba OR r.rolname = current_user)) AS trusted,
  ARRAY(SELECT c.name FROM creator AS c ORDER BY c.name) AS creators,
  ARRAY(SELECT s.name FROM stranger AS s ORDER BY s.name) AS strangers
FROM place AS p
