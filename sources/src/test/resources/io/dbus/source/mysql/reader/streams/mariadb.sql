SET sql_mode='', time_zone='+00:00'
CREATE DATABASE shop
SET binlog_annotate_row_events = ON
CREATE TABLE shop.orders (id INT AUTO_INCREMENT PRIMARY KEY, i1 TINYINT, i2 SMALLINT UNSIGNED, i3 MEDIUMINT, i8 BIGINT UNSIGNED, d DECIMAL(20,5), f FLOAT, x DOUBLE, bt BIT(13), dt DATE, t3 TIME(3), dtm DATETIME(6), ts TIMESTAMP(2) NULL, y YEAR, c CHAR(10), v VARCHAR(300) CHARACTER SET latin1, g VARCHAR(20) CHARACTER SET gbk, tx TEXT, b BINARY(4), vb VARBINARY(20), bl BLOB, e ENUM('a','it''s','ü') CHARACTER SET latin1, s SET('x','y','z'), j JSON, p GEOMETRY, n INT AS (i1 + 1) VIRTUAL, k INT AS (i1 * 2) PERSISTENT, h INT INVISIBLE DEFAULT 7)
CREATE TABLE shop.other (id INT AUTO_INCREMENT PRIMARY KEY, v VARCHAR(20))
INSERT INTO shop.orders (i1,i2,i3,i8,d,f,x,bt,dt,t3,dtm,ts,y,c,v,g,tx,b,vb,bl,e,s,j,p) VALUES (-128,65535,-1,18446744073709551615,-12345.678,1.5,-2.25,b'1010101010101','2024-02-29','-12:34:56.789','9999-12-31 23:59:59.999999','2024-01-02 03:04:05.67',2024,'abc','é€',_gbk X'D6D0','text 😀',X'0100',X'00FF',REPEAT(X'AB',40),'it''s','x,z','{"a": [1, 2.5]}',ST_GeomFromText('POLYGON((0 0,1 0,1 1,0 0))'))
INSERT INTO shop.orders (i1,dt,dtm,ts,v,j) VALUES (1,'0000-00-00','2023-00-15 01:02:03','0000-00-00 00:00:00','','[]'),(NULL,NULL,NULL,NULL,NULL,NULL),(127,'1000-01-01','1000-01-01 00:00:00',NULL,REPEAT('z',280),'{"x": 1}')
SET GLOBAL log_bin_compress = ON
SET GLOBAL log_bin_compress_min_len = 10
BEGIN
INSERT INTO shop.other (v) VALUES (REPEAT('a', 20)), ('b')
UPDATE shop.orders SET i1 = 5, v = 'ü' WHERE id <= 2
UPDATE shop.orders o JOIN shop.other t ON o.id = t.id SET o.c = 'two', t.v = 'three'
DELETE FROM shop.orders WHERE id = 3
COMMIT
INSERT INTO shop.orders (tx) VALUES (REPEAT('long ', 400))
UPDATE shop.orders SET id = id + 100 WHERE id = 4
SET binlog_row_image = MINIMAL
UPDATE shop.orders SET d = 1.5, tx = REPEAT('y', 100)
SET GLOBAL log_bin_compress = OFF
DELETE FROM shop.orders
TRUNCATE TABLE shop.orders
