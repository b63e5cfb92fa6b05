-- Whether a gift was ever added. $1 text: id. Columns: present boolean. Index: the primary key.
SELECT EXISTS (SELECT FROM gift WHERE id = $1) AS present
