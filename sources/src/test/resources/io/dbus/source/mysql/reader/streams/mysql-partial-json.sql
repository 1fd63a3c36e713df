SET sql_mode='', time_zone='+00:00'
CREATE DATABASE shop
CREATE TABLE shop.orders (id INT PRIMARY KEY, j JSON, k JSON, v VARCHAR(10))
INSERT INTO shop.orders VALUES (1, JSON_OBJECT('a', 1, 'b', JSON_ARRAY(1, 2, JSON_OBJECT('c', REPEAT('x', 300))), 'd', 'text'), '[1, 2, 3, 4]', 'v')
INSERT INTO shop.orders SELECT 2, j, k, v FROM shop.orders
SET binlog_row_value_options = PARTIAL_JSON
UPDATE shop.orders SET j = JSON_SET(j, '$.a', 2), v = 'w' WHERE id = 1
UPDATE shop.orders SET j = JSON_REPLACE(j, '$.b[2].c', 'y'), k = JSON_REMOVE(k, '$[1]')
UPDATE shop.orders SET j = JSON_SET(j, '$.e', JSON_ARRAY(1, 2), '$.d', CAST('2024-01-01' AS DATE)), k = JSON_ARRAY_INSERT(k, '$[0]', 'first')
UPDATE shop.orders SET k = JSON_REMOVE(JSON_SET(k, '$[3]', REPEAT('z', 200)), '$[0]')
SET binlog_transaction_compression = ON
UPDATE shop.orders SET j = JSON_REMOVE(j, '$.b')
