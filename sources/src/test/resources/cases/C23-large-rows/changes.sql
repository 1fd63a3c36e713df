INSERT INTO c23.t VALUES (1,REPEAT('x',17000000),'[]',1);
SET SESSION binlog_row_image='NOBLOB';
UPDATE c23.t SET z=2;
BEGIN;
INSERT INTO c23.t VALUES (2,REPEAT(X'00',16777215),NULL,3);
DELETE FROM c23.t WHERE id=1;
COMMIT;
-- @checkpoint-and-restart-consumer
SET SESSION binlog_row_image='FULL', binlog_transaction_compression=ON;
INSERT INTO c23.t VALUES (3,REPEAT('y',1000000),CAST(CONCAT('{"k":"',REPEAT('v',100000),'","n":[',REPEAT('1,',40000),'2]}') AS JSON),4);
DELETE FROM c23.t WHERE id=3;
