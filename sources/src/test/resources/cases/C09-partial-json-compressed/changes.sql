SET SESSION binlog_row_value_options='PARTIAL_JSON', binlog_transaction_compression=ON;
BEGIN;
UPDATE c09.t SET j=JSON_SET(j,'$.a[2].b','x','$.c.d.e',JSON_OBJECT('n',CAST(1.10 AS DECIMAL(5,2)))) WHERE id=1;
UPDATE c09.t SET j=JSON_REMOVE(j,'$.a[0]'), k=JSON_SET(k,'$[1][1][1][0]',TIME'10:11:12.5') WHERE id=1;
UPDATE c09.t SET j=JSON_ARRAY_INSERT(j,'$.a[0]','first') ;
COMMIT;
-- @checkpoint-and-restart-consumer
UPDATE c09.t SET j=JSON_REPLACE(j,'$.s','r','$.nothing',1), k=JSON_REMOVE(k,'$[0]','$[0]') WHERE id=1;
UPDATE c09.t SET j=JSON_SET(j,'$.pad','q') WHERE id=2;
UPDATE c09.t SET k=JSON_OBJECT('',JSON_OBJECT('q"k',1)) WHERE id=2;
UPDATE c09.t SET k=JSON_SET(k,'$."".z',2) WHERE id=2;
UPDATE c09.t SET k=JSON_SET(k,'$."".z','a longer value than the one before, which no longer fits'), j=NULL WHERE id=2;
