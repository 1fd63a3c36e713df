SET SESSION binlog_row_image='MINIMAL';
UPDATE c24.u SET c='u';
UPDATE c24.u SET b=3;
SET SESSION binlog_row_image='NOBLOB';
UPDATE c24.u SET a=4;
SET SESSION binlog_row_image='FULL';
UPDATE c24.t SET b='y' WHERE a=1 LIMIT 1;
DELETE FROM c24.t WHERE b='x';
DELETE FROM c24.u;
