-- Records that an edit touched a gift. $1 text: gift; $2 bigint: change.
INSERT INTO gift_change (gift, change) VALUES ($1, $2)
