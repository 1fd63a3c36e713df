package io.dbus.job.cli;

import io.dbus.job.DbusVersion;
import picocli.CommandLine.IVersionProvider;

/** The version of dbus and of the Flink it is made for. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"dbus " + DbusVersion.TEXT + ", for Flink " + DbusVersion.FLINK};
    }
}
