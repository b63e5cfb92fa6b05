-- The last change made at or before an instant; 0 if there is none. After a repair it is the last
-- by number: changes dated later, by a clock that was ahead, came before it.
-- $1 timestamptz. Columns: number bigint. Locks: none.
-- Index: change_by_instant, change_that_begins_anew.
SELECT coalesce(
  (SELECT number FROM change
    WHERE at <= $1 AND number >= coalesce(
      (SELECT max(number) FROM change WHERE begins_anew AND at <= $1), 0)
    ORDER BY at DESC, number DESC LIMIT 1), 0)::bigint
  AS number
