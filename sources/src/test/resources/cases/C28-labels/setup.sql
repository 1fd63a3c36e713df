CREATE DATABASE c28;
CREATE TABLE c28.t (id INT PRIMARY KEY, e ENUM('a,b','it''s','"q"','ü','\\','x;y',' lead','paren)(') CHARACTER SET latin1, s SET('é','(',')','a''b') , f ENUM('A','B'));
