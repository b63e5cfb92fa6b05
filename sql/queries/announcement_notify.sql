-- Notifies listeners when this transaction commits. $1 text: the numbers, such as 7-12.
SELECT pg_notify('gift_announcement', $1::text)::text AS sent
