CREATE DATABASE c42;
CREATE TABLE c42.t (id INT PRIMARY KEY, j JSON);
INSERT INTO c42.t VALUES (1,'{"a":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","b":1}');
