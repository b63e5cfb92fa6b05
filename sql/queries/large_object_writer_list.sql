-- The functions with which any login may store large objects: a right of everybody that only an
-- administrator takes back. Columns: function text: with the types of its arguments. Locks: none.
SELECT f.oid::regprocedure::text AS function
FROM pg_proc AS f
WHERE f.pronamespace = 'pg_catalog'::regnamespace
  AND f.proname IN ('lo_creat', 'lo_create', 'lo_from_bytea', 'lo_put', 'lowrite')
  AND has_function_privilege('public', f.oid, 'EXECUTE')
ORDER BY 1
