INSERT INTO m01.t VALUES (1,1);
SET SESSION gtid_domain_id=7;
INSERT INTO m01.t VALUES (2,2);
-- @checkpoint-and-restart-consumer
SET SESSION gtid_domain_id=4294967295;
UPDATE m01.t SET v=20 WHERE id=2;
SET SESSION gtid_domain_id=0;
INSERT INTO m01.t VALUES (3,3);
-- @stop-consumer
SET SESSION gtid_domain_id=9, server_id=4242;
INSERT INTO m01.t VALUES (4,4);
FLUSH BINARY LOGS;
SET SESSION gtid_domain_id=7;
DELETE FROM m01.t WHERE id=1;
-- @start-consumer
INSERT INTO m01.t VALUES (5,5);
