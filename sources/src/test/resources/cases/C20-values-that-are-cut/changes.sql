SET SESSION sql_mode='', time_zone='+00:00';
INSERT INTO c20.t VALUES (1,999,-1,'abcdef',99.96,'nope','2023-02-31','9999:00:00',1800,12345.678,7,'xyz','a,zzz','2024-01-01 00:00:00.6','日本','2040-01-01');
INSERT INTO c20.t VALUES (2,'text','','','','','not a date','12','70','','','','','20240101','€é','1969-12-31 23:59:59');
UPDATE c20.t SET e=0, l=0, h=0, d='-99.95' WHERE id=1;
INSERT INTO c20.t (id,e) VALUES (3,2),(4,9);
