XA START 'a','b',3;
UPDATE m04.t SET v=2;
INSERT INTO m04.t VALUES (2,2);
XA END 'a','b',3;
XA PREPARE 'a','b',3;
-- @checkpoint-and-restart-consumer
XA COMMIT 'a','b',3;
XA START X'C0FF';
INSERT INTO m04.t VALUES (3,3);
XA END X'C0FF';
XA PREPARE X'C0FF';
-- @stop-consumer
XA ROLLBACK X'C0FF';
XA START 'c';
DELETE FROM m04.t WHERE id=1;
XA END 'c';
XA COMMIT 'c' ONE PHASE;
-- @start-consumer
INSERT INTO m04.t VALUES (3,33);
