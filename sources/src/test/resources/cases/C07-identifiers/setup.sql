CREATE DATABASE `c07-a b`;
CREATE DATABASE c07;
CREATE TABLE `c07-a b`.`t.x` (`i``d` INT PRIMARY KEY, `sel ect` INT COMMENT '😀; drop -- "`', `é.日` VARCHAR(5), `'q'` INT, `"dq"` INT);
