package io.dbus.job.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version of dbus and of the Flink it is made for. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() throws IOException {
        Properties build = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
            build.load(in);
        }
        return new String[] {"dbus " + build.getProperty("dbus") + ", for Flink " + build.getProperty("flink")};
    }
}
