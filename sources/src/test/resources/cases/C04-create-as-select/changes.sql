USE c04;
CREATE TABLE t AS SELECT * FROM src;
INSERT INTO t VALUES (3,'c',2.5,NULL,'x',7);
CREATE TABLE u (k INT AUTO_INCREMENT PRIMARY KEY, b VARCHAR(20)) SELECT a, b, id+1 AS n, CONCAT(a,'!') AS s FROM src ORDER BY id;
UPDATE u SET s='changed' WHERE k=1;
CREATE TABLE c04x.v SELECT id, 'text' AS lit, 1<2 AS bool, 1.5 AS dec_lit, 1e0 AS dbl FROM src WHERE id=1;
INSERT INTO c04x.v VALUES (2,'abcd',0,2.5,3.5);
CREATE TABLE w AS SELECT x.id, y.d FROM src x JOIN src y ON y.id=x.id WHERE x.id=99;
INSERT INTO w VALUES (5,'x');
