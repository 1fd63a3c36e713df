/**
 * Random work on a real server, and what the MySQL source makes of its binlog held against what SELECT shows. Never in the job's jar.
 */
package io.dbus.fuzz;
