XA START 'one','b',7;
UPDATE c10.t SET v='one' WHERE id=1;
SAVEPOINT s;
INSERT INTO c10.t VALUES (10,'gone');
ROLLBACK TO SAVEPOINT s;
INSERT INTO c10.t VALUES (11,'kept');
XA END 'one','b',7;
XA PREPARE 'one','b',7;
XA START 'two';
UPDATE c10.t SET v='two' WHERE id=2;
XA END 'two';
XA PREPARE 'two';
XA START 'three';
INSERT INTO c10.t VALUES (30,'never');
XA END 'three';
XA PREPARE 'three';
INSERT INTO c10.t VALUES (40,'between');
-- @checkpoint-and-restart-consumer
XA COMMIT 'two';
XA ROLLBACK 'three';
XA START 'four';
XA END 'four';
XA PREPARE 'four';
XA COMMIT 'four';
-- @stop-consumer
XA COMMIT 'one','b',7;
INSERT INTO c10.t VALUES (41,'after');
-- @start-consumer
XA START 'five';
INSERT INTO c10.t VALUES (50,'one phase');
XA END 'five';
XA COMMIT 'five' ONE PHASE;
