package io.dbus.source.mysql.reader;

import io.dbus.source.mysql.connection.BinlogFile;
import java.util.List;

/**
 * How a saved position lies among the binlog files of its server. A file is found by its name alone, since another host's files may begin
 * anywhere.
 *
 * @param olderFiles how many files are older than the one that a restart would begin with; -1 when the server does not have that
 * @param newerFiles how many are newer; -1 as well
 * @param newerBytes how much was written behind the saved position, in bytes; -1 when that is not known
 */
record PurgeDistance(long olderFiles, long newerFiles, long newerBytes) {
    static final PurgeDistance UNKNOWN = new PurgeDistance(-1, -1, -1);

    /**
     * The distance of a position.
     *
     * @param files the server's files, the oldest first
     * @param savedFile the file of the position; empty when not known
     * @param savedPosition where in the file, in bytes
     * @param xaFile the file that holds the first XA transaction in doubt, which a restart needs too; empty when there is none
     */
    static PurgeDistance of(List<BinlogFile> files, String savedFile, long savedPosition, String xaFile) {
        int saved = index(files, savedFile);
        int needed = xaFile.isEmpty() ? saved : Math.min(saved, index(files, xaFile));
        if (needed < 0) {
            return new PurgeDistance(-1, -1, saved < 0 ? -1 : bytesBehind(files, saved, savedPosition));
        }
        return new PurgeDistance(needed, files.size() - 1L - needed, bytesBehind(files, saved, savedPosition));
    }

    private static long bytesBehind(List<BinlogFile> files, int saved, long savedPosition) {
        long bytes = files.subList(saved, files.size()).stream()
                .mapToLong(BinlogFile::size)
                .sum();
        return Math.max(0, bytes - savedPosition);
    }

    private static int index(List<BinlogFile> files, String name) {
        for (int i = 0; i < files.size(); i++) {
            if (files.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }
}
