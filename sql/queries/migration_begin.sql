-- Waits for those who write, and has those wait who are going to.
-- Locks: the table of migrations, until the transaction ends.
LOCK TABLE migration IN ACCESS EXCLUSIVE MODE
