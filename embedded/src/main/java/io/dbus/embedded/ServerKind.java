package io.dbus.embedded;

/** The servers that this module starts. */
public enum ServerKind {
    MYSQL {
        @Override
        public void requireAvailable() {
            DatabaseSearch.MYSQL.source();
        }
    },
    MARIADB {
        @Override
        public void requireAvailable() {
            DatabaseSearch.MARIADB.source();
        }
    },
    KAFKA {
        @Override
        public void requireAvailable() {
            ServerClassPath.of("kafka");
        }
    },
    FLINK {
        @Override
        public void requireAvailable() {
            ServerClassPath.of("flink");
        }
    },
    ZOOKEEPER {
        @Override
        public void requireAvailable() {
            ServerClassPath.of("zookeeper");
        }
    },
    ELASTICSEARCH {
        @Override
        public void requireAvailable() {
            ElasticsearchDistribution.find();
        }
    },
    S3 {
        @Override
        public void requireAvailable() {
            ServerClassPath.of("s3");
            ServerClassPath.of("flink-s3-fs-hadoop");
        }
    };

    /**
     * Finds out whether this machine has such a server, and fetches it where it must; starts none.
     *
     * @throws ServerUnavailableException when there is none
     */
    public abstract void requireAvailable();
}
