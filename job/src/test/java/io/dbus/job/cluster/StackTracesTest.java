package io.dbus.job.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StackTracesTest {
    @Test
    void the_root_cause_s_message_is_the_reason_with_all_of_its_lines() {
        assertThat(StackTraces.reason("""
                org.apache.flink.runtime.JobException: Recovery is suppressed by NoRestartBackoffTimeStrategy
                \tat org.apache.flink.Foo.bar(Foo.java:1)
                Caused by: java.io.IOException: north: the binlog file b.000001 is gone,
                  take another: see the manual
                \tat io.dbus.Foo.bar(Foo.java:1)
                \t... 3 more
                """))
                .isEqualTo("north: the binlog file b.000001 is gone, take another: see the manual");
    }

    @Test
    void a_single_exception_is_its_own_root() {
        assertThat(StackTraces.reason("java.lang.IllegalStateException: it is closed\n\tat a.B.c(B.java:1)\n"))
                .isEqualTo("it is closed");
    }

    @Test
    void an_exception_whose_message_is_a_bare_name_keeps_its_class() {
        assertThat(StackTraces.reason(
                        "a.b.CException: x\n\tat a.b.c(D.java:1)\nCaused by: java.net.UnknownHostException: db1\n"))
                .isEqualTo("UnknownHostException: db1");
        assertThat(StackTraces.reason("java.lang.NullPointerException\n\tat a.B.c(B.java:1)\n"))
                .isEqualTo("NullPointerException");
    }

    @Test
    void what_a_suppressed_exception_says_is_not_the_reason() {
        assertThat(StackTraces.reason("""
                java.io.IOException: the first thing
                \tat a.B.c(B.java:1)
                \tSuppressed: java.io.IOException: while closing
                \t\tat a.B.d(B.java:2)
                """)).isEqualTo("the first thing");
    }
}
