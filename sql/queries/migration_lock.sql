-- Takes the lock under which migrations run. Only the schema's owner may take it, or one that keeps
-- it waiting; reads and edits go on under it.
-- Locks: the table of migrations, against other migrations, until the transaction ends.
LOCK TABLE gift.migration IN SHARE ROW EXCLUSIVE MODE
