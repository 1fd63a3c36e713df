SET sql_mode='', time_zone='+00:00'
CREATE DATABASE shop
CREATE TABLE shop.orders (id INT PRIMARY KEY, v VARCHAR(20))
INSERT INTO shop.orders VALUES (1, 'a')
XA START 'one'
INSERT INTO shop.orders VALUES (2, 'b'), (3, 'c')
UPDATE shop.orders SET v = 'd' WHERE id = 1
XA END 'one'
XA PREPARE 'one'
XA COMMIT 'one'
XA START 'two', 'branch', 7
DELETE FROM shop.orders WHERE id = 2
XA END 'two', 'branch', 7
XA PREPARE 'two', 'branch', 7
XA ROLLBACK 'two', 'branch', 7
XA START X'00FF'
UPDATE shop.orders SET id = 9 WHERE id = 3
XA END X'00FF'
XA COMMIT X'00FF' ONE PHASE
INSERT INTO shop.orders VALUES (4, 'e')
