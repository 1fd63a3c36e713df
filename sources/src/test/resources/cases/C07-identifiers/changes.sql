USE `c07-a b`;
INSERT INTO `t.x` VALUES (1,2,'日',3,4);
ALTER TABLE `t.x` ADD `a;b` INT COMMENT 'a /* no comment */ ; -- '' "x" `y` # 😀' AFTER `i``d`, ADD COLUMN `--` INT FIRST;
INSERT INTO `t.x` VALUES (0,2,5,6,'é',7,8);
/* leading; comment */ ALTER /* 'quote */ TABLE -- to the end; of the line '
 `c07-a b` . `t.x` # another "one
 RENAME TO c07 . `rename`;
INSERT INTO c07.`rename` SELECT 9,3,0,0,'x',0,0;
CREATE TABLE c07.`Ünï`(`ключ` INT PRIMARY KEY, `$1` INT, `1a` INT, _x INT);
INSERT INTO c07.Ünï VALUES (1,2,3,4);
ALTER TABLE c07.Ünï CHANGE `ключ` ключ2 BIGINT, DROP $1, DROP 1a;
INSERT INTO c07.Ünï VALUES (2,4);
DROP TABLE c07.Ünï, `c07`.`rename`;
