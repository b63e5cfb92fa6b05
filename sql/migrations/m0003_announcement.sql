-- Announcements: the record that a boundary of the catalogue has passed. They change no catalogue,
-- so they have no change; the public catalogue does not depend on them.

CREATE TABLE announcement (
  -- 1, 2, 3 … without gaps, in the order of due_at and gift.
  number bigint PRIMARY KEY,
  due_at timestamptz NOT NULL,
  gift text NOT NULL COLLATE "C" CONSTRAINT announcement_has_a_gift REFERENCES gift,
  event text NOT NULL,
  version bigint NOT NULL,
  -- Null: a window of the base.
  rotation text COLLATE "C" CONSTRAINT announcement_has_a_rotation REFERENCES rotation,
  turn bigint,
  announced_at timestamptz NOT NULL,
  CONSTRAINT announcement_is_made_once UNIQUE (due_at, gift),
  CONSTRAINT announcement_number_is_positive CHECK (number > 0),
  CONSTRAINT announcement_event_is_known CHECK (event IN ('went_live', 'went_off')),
  CONSTRAINT announcement_turn_has_a_rotation CHECK ((rotation IS NULL) = (turn IS NULL)),
  CONSTRAINT announcement_is_not_early CHECK (announced_at >= due_at),
  CONSTRAINT announcement_has_a_version
    FOREIGN KEY (gift, version) REFERENCES animation_version (gift, number)
);

-- Roles belong to the whole cluster, so another database may have made this one already.
DO $$
BEGIN
  BEGIN
    CREATE ROLE gift_scheduler NOLOGIN;
  EXCEPTION
    WHEN duplicate_object OR unique_violation THEN NULL;
  END;
  IF NOT (CASE
    WHEN current_setting('server_version_num')::int < 160000
      THEN pg_has_role(current_user, 'gift_scheduler', 'MEMBER')
    ELSE pg_has_role(current_user, 'gift_scheduler', 'SET')
  END) THEN
    GRANT gift_scheduler TO CURRENT_USER;
  END IF;
END
$$;

GRANT SELECT ON availability, rotation_plan, gift_change, announcement TO gift_scheduler;
GRANT SELECT (number, at) ON change TO gift_scheduler;
GRANT INSERT ON announcement TO gift_scheduler;
GRANT SELECT ON migration TO gift_scheduler;
GRANT SELECT, INSERT ON announcement TO gift_editor;
