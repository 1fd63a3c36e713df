SET sql_mode='', time_zone='+00:00'
CREATE DATABASE shop
SET GLOBAL binlog_row_metadata = MINIMAL
CREATE TABLE shop.orders (id INT PRIMARY KEY, v VARCHAR(20))
INSERT INTO shop.orders VALUES (1, 'a'), (2, 'b'), (3, NULL)
UPDATE shop.orders SET v = 'c' WHERE id < 3
UPDATE shop.orders SET id = 10 WHERE id = 1
DELETE FROM shop.orders WHERE id = 2
SET binlog_row_image = MINIMAL
UPDATE shop.orders SET v = 'd'
DELETE FROM shop.orders
