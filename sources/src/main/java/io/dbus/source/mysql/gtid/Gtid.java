package io.dbus.source.mysql.gtid;

/** The identifier of one transaction: MySQL's or MariaDB's. Its text is as the server writes it. */
public sealed interface Gtid permits MySqlGtid, MariaDbGtid {}
