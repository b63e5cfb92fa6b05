-- Whether changes after one and up to another made rotation plans.
-- $1 bigint: change; $2 bigint: change. Columns: present boolean. Locks: none.
-- Index: rotation_plan_by_change.
SELECT EXISTS (
  SELECT FROM rotation_plan WHERE since_change > $1 AND since_change <= $2) AS present
