-- Records an applied migration. $1 bigint: number; $2 text: name; $3 bytea: checksum.
INSERT INTO migration (number, name, checksum) VALUES ($1, $2, $3)
