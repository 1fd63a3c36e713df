ALTER TABLE c34.t RENAME COLUMN a TO c;
-- @checkpoint-and-restart-consumer
UPDATE c34.t SET b=2;
ALTER TABLE c34.t MODIFY b INT FIRST;
-- @checkpoint-and-stop-consumer
UPDATE c34.t SET c=3;
ALTER TABLE c34.t RENAME COLUMN b TO c, RENAME COLUMN c TO b;
UPDATE c34.t SET c=4;
RENAME TABLE c34.t TO c34.u;
CREATE TABLE c34.t (x INT PRIMARY KEY, y INT, z INT);
INSERT INTO c34.t VALUES (1,2,3);
-- @start-consumer
INSERT INTO c34.u VALUES (7,8,9);
RENAME TABLE c34.t TO c34.s, c34.u TO c34.t, c34.s TO c34.u;
-- @checkpoint-and-restart-consumer
DELETE FROM c34.t;
DELETE FROM c34.u;
