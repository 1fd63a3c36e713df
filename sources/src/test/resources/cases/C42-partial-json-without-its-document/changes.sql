SET SESSION binlog_row_value_options='PARTIAL_JSON', binlog_row_image='MINIMAL';
INSERT INTO c42.t VALUES (2,'[]');
-- @checkpoint-and-restart-consumer
UPDATE c42.t SET j=JSON_SET(j,'$.a','b') WHERE id=1;
INSERT INTO c42.t VALUES (3,'[]');
