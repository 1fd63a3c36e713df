UPDATE c13.a JOIN c13.b ON b.aid=a.id JOIN c13x.c ON c.id=a.id SET a.v=a.v+10, b.v=b.id*100, c.v=7;
USE c13;
DELETE a,c FROM c13.a a JOIN c13x.c c USING (id) WHERE a.id=2;
BEGIN;
INSERT INTO c13.a VALUES (9,9);
INSERT INTO c13x.c SELECT id,v FROM c13.a WHERE id=9;
DELETE FROM c13.a, c13.b USING c13.a LEFT JOIN c13.b ON b.aid=a.id WHERE a.id IN (1,3);
COMMIT;
