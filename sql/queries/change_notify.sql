-- Notifies listeners when this transaction commits. $1 text: the change's number.
SELECT pg_notify('gift_change', $1::text)::text AS sent
