USE c19;
SET SESSION binlog_format='STATEMENT';
-- @logged-as-statement
/* app=x */ UPDATE c19.t SET v=2;
-- @logged-as-statement
WITH q AS (SELECT 1 AS id) UPDATE c19.t JOIN q USING (id) SET v=3;
BEGIN;
-- @logged-as-statement
INSERT INTO c19.t SELECT id+1,v FROM c19.u;
-- @logged-as-statement
REPLACE c19.u VALUES (1,5);
COMMIT;
-- @logged-as-statement
DELETE a FROM c19.t a JOIN c19.u b USING (id);
SET SESSION binlog_format='ROW';
INSERT INTO c19.t VALUES (9,9);
