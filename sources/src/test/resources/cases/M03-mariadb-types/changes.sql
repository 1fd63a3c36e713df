INSERT INTO m03.t VALUES ('123e4567-e89b-12d3-a456-426655440000','2001:db8::ff00:42:8329','192.168.0.255','{"a":[1.50,null]}',REPEAT('ab',150),REPEAT(X'00',500),'short',1);
INSERT INTO m03.t VALUES ('ffffffff-ffff-ffff-ffff-ffffffffffff','::','0.0.0.0',NULL,'','','',2);
UPDATE m03.t SET a='::ffff:10.0.0.1', b=NULL, z=3 WHERE z=1;
DELETE FROM m03.t WHERE z=2;
