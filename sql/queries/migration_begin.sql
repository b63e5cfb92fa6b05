-- Waits for running writers, and blocks new ones.
-- Locks: the table of migrations, until the transaction ends.
LOCK TABLE gift.migration IN ACCESS EXCLUSIVE MODE
