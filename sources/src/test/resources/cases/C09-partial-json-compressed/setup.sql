CREATE DATABASE c09;
CREATE TABLE c09.t (id INT PRIMARY KEY, j JSON, k JSON);
INSERT INTO c09.t VALUES (1,'{"a":[1,2,{"b":"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"}],"c":{"d":{"e":null}},"s":"ssssssssssssssssssssssssssssssssss"}','[1,[2,[3,[4]]],"tttttttttttttttttttttttttttttttttt"]'),(2,'{"a":[true,false],"pad":"pppppppppppppppppppppppppppppppppppppppp"}',NULL);
