-- The statements with which an administrator takes back what any login may do in a database: to
-- store large objects. Columns: statement text. Locks: none.
SELECT format('REVOKE EXECUTE ON FUNCTION pg_catalog.%s FROM PUBLIC;', f.oid::regprocedure)
  AS statement
FROM pg_proc AS f
WHERE f.pronamespace = 'pg_catalog'::regnamespace
  AND f.proname IN ('lo_creat', 'lo_create', 'lo_from_bytea', 'lo_put', 'lowrite')
  AND has_function_privilege('public', f.oid, 'EXECUTE')
ORDER BY 1
