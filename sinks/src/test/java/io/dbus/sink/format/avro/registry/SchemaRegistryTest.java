package io.dbus.sink.format.avro.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dbus.plugin.Problem;
import io.dbus.reject.RejectReason;
import io.dbus.sink.format.EncodeException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The client of a registry, against one of the documented interface that can misbehave. */
class SchemaRegistryTest {
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final Schema INT = record("int");
    private static final Schema STRING = record("string");

    private HttpRegistry server;

    @BeforeEach
    void start() throws IOException {
        server = HttpRegistry.start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static Schema record(String type) {
        return SchemaBuilder.record("Value")
                .namespace("shop.t")
                .fields()
                .name("a")
                .type(type)
                .noDefault()
                .endRecord();
    }

    private RegistrySettings settings(String urls, String authorization, Duration request, Duration retry) {
        return new RegistrySettings(RegistrySettings.urls(urls), authorization, "", "", "", "", request, retry);
    }

    private SchemaRegistry registry() {
        return new SchemaRegistry(settings(server.url(), "", LONG, LONG), true);
    }

    private SchemaRegistry registry(boolean register, AtomicLong clock) {
        return new SchemaRegistry(settings(server.url(), "", LONG, LONG), register, clock::get);
    }

    @Test
    void a_schema_is_registered_once_and_its_id_is_asked_for_no_more() {
        SchemaRegistry registry = registry();

        int first = registry.id("t-value", INT);
        int second = registry.id("t-value", INT);

        assertThat(server.schema(first)).isEqualTo(INT);
        assertThat(second).isEqualTo(first);
        assertThat(server.requests()).containsExactly("POST /subjects/t-value/versions");
    }

    @Test
    void a_schema_of_two_subjects_is_registered_under_both() {
        SchemaRegistry registry = registry();

        assertThat(registry.id("a-value", INT)).isEqualTo(registry.id("b-value", INT));
        assertThat(server.subjects()).containsExactly("a-value", "b-value");
    }

    @Test
    void a_subject_of_any_characters_is_named_as_it_is() {
        registry().id("shop/ü ?-value", INT);

        assertThat(server.subjects()).containsExactly("shop/ü ?-value");
    }

    @Test
    void a_schema_that_does_not_go_with_the_one_before_is_refused_with_subject_schema_answer_and_cure() {
        server.register("t-value", INT);

        assertThatThrownBy(() -> registry().id("t-value", STRING))
                .isInstanceOfSatisfying(
                        EncodeException.class, e -> assertThat(e.reason()).isEqualTo(RejectReason.SCHEMA_REFUSED))
                .hasMessageContaining("under subject t-value")
                .hasMessageContaining("\"type\":\"string\"")
                .hasMessageContaining("409 with {\"error_code\":409")
                .hasMessageContaining("PUT /config/t-value");
    }

    @Test
    void what_was_refused_is_not_asked_for_again_within_a_minute_and_then_is() {
        server.register("t-value", INT);
        AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 5);
        SchemaRegistry registry = registry(true, clock);
        assertThatThrownBy(() -> registry.id("t-value", STRING)).isInstanceOf(EncodeException.class);

        clock.addAndGet(Duration.ofSeconds(59).toNanos());
        assertThatThrownBy(() -> registry.id("t-value", STRING)).isInstanceOf(EncodeException.class);
        assertThat(server.requests()).hasSize(1);

        server.register("t-value", STRING);
        clock.addAndGet(Duration.ofSeconds(2).toNanos());
        assertThat(server.schema(registry.id("t-value", STRING))).isEqualTo(STRING);
    }

    @Test
    void a_schema_that_the_registry_calls_invalid_is_refused() {
        server.next(1, 422, "{\"error_code\":42201,\"message\":\"Invalid schema\"}");

        assertThatThrownBy(() -> registry().id("t-value", INT))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("42201");
    }

    @Test
    void without_registering_a_schema_must_be_there() {
        SchemaRegistry registry = registry(false, new AtomicLong());
        assertThatThrownBy(() -> registry.id("t-value", INT))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("does not have")
                .hasMessageContaining("40401")
                .hasMessageContaining("auto.register.schemas");
        assertThat(server.subjects()).isEmpty();

        int id = server.register("t-value", INT);
        assertThat(registry(false, new AtomicLong()).id("t-value", INT)).isEqualTo(id);
        assertThat(server.requests()).containsOnly("POST /subjects/t-value");
    }

    @Test
    void a_404_that_is_no_registrys_is_no_refusal_but_a_wrong_address() {
        server.next(1, 404, "<html>nginx</html>");

        assertThatThrownBy(() -> registry(false, new AtomicLong()).id("t-value", INT))
                .isInstanceOf(RegistryException.class)
                .hasMessageContaining("nginx")
                .hasMessageContaining("avro-confluent.url");
    }

    @Test
    void what_answers_without_an_id_is_no_registry() {
        for (String body :
                List.of("", "<html>sign in</html>", "[]", "{}", "{\"id\":\"7\"}", "{\"id\":-1}", "{\"id\":1.5}")) {
            server.next(1, 200, body);
            assertThatThrownBy(() -> registry().id("t-value", INT))
                    .as(body)
                    .isInstanceOf(RegistryException.class)
                    .hasMessageContaining("no schema registry");
        }
    }

    @Test
    void errors_of_the_server_are_tried_again() {
        server.next(1, 500, "{\"error_code\":50001}");
        server.next(1, 503, "");
        server.next(1, 429, "slow down");

        assertThat(registry().id("t-value", INT)).isEqualTo(1);
        assertThat(server.requests()).hasSize(4);
    }

    @Test
    void a_registry_that_stays_broken_is_given_up_in_time_with_its_last_answer() {
        server.next(1_000, 503, "over capacity");
        SchemaRegistry registry = new SchemaRegistry(settings(server.url(), "", LONG, Duration.ofMillis(250)), true);

        assertThatThrownBy(() -> registry.id("t-value", INT))
                .isInstanceOf(RegistryException.class)
                .hasMessageContaining("503 with over capacity")
                .hasMessageContaining("250 ms")
                .hasMessageContaining("avro-confluent.retry-timeout");
    }

    @Test
    void an_answer_that_does_not_end_is_given_up_and_asked_for_again() {
        server.nextHangs();
        SchemaRegistry registry = new SchemaRegistry(settings(server.url(), "", Duration.ofSeconds(1), LONG), true);

        assertThat(registry.id("t-value", INT)).isEqualTo(1);
        assertThat(server.requests()).hasSizeGreaterThanOrEqualTo(2);
    }

    @Test
    void where_one_address_does_not_answer_the_next_one_does() throws Exception {
        int closed;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = socket.getLocalPort();
        }
        SchemaRegistry registry = new SchemaRegistry(
                settings("http://localhost:" + closed + "/, " + server.url() + "/", "", LONG, LONG), true);

        assertThat(registry.id("t-value", INT)).isEqualTo(1);
    }

    @Test
    void who_is_not_let_in_is_told_so_and_with_the_password_comes_in() {
        server.requireAuthorization("Basic dXNlcjpwYXNz");
        assertThatThrownBy(() -> registry().id("t-value", INT))
                .isInstanceOf(RegistryException.class)
                .hasMessageContaining("does not let this client in")
                .hasMessageContaining("basic-auth.user-info");
        assertThat(server.requests()).hasSize(1);

        SchemaRegistry known = new SchemaRegistry(settings(server.url(), "Basic dXNlcjpwYXNz", LONG, LONG), true);
        assertThat(known.id("t-value", INT)).isEqualTo(1);
    }

    @Test
    void who_points_elsewhere_is_not_followed_with_the_password() throws Exception {
        try (HttpRegistry elsewhere = HttpRegistry.start()) {
            server.next(exchange -> {
                exchange.getResponseHeaders().add("Location", elsewhere.url() + "/subjects");
                exchange.sendResponseHeaders(307, -1);
            });
            SchemaRegistry registry =
                    new SchemaRegistry(settings(server.url(), "Basic dXNlcjpwYXNz", LONG, LONG), true);

            assertThatThrownBy(() -> registry.id("t-value", INT))
                    .isInstanceOf(RegistryException.class)
                    .hasMessageContaining("answers 307")
                    .hasMessageContaining("See whether avro-confluent.url is its address");
            assertThat(elsewhere.requests()).isEmpty();
        }
    }

    @Test
    void a_wait_ends_when_the_task_is_cancelled() throws Exception {
        server.nextHangs();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        AtomicReference<Boolean> interrupted = new AtomicReference<>();
        Thread task = new Thread(() -> {
            try {
                registry().id("t-value", INT);
            } catch (RegistryException e) {
                failure.set(e);
                interrupted.set(Thread.currentThread().isInterrupted());
            }
        });
        task.start();
        await().until(() -> !server.requests().isEmpty());

        task.interrupt();
        task.join(Duration.ofMinutes(1).toMillis());

        assertThat(failure.get()).hasMessageContaining("cancelled");
        assertThat(interrupted.get()).isTrue();
    }

    @Test
    void a_pause_between_tries_ends_when_the_task_is_cancelled() throws Exception {
        server.next(1_000, 500, "");
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread task = new Thread(() -> {
            try {
                registry().id("t-value", INT);
            } catch (RegistryException e) {
                failure.set(e);
            }
        });
        task.start();
        await().until(() -> server.requests().size() > 1);

        task.interrupt();
        task.join(Duration.ofMinutes(1).toMillis());

        assertThat(failure.get()).hasMessageContaining("cancelled");
    }

    @Test
    void the_look_before_the_start_finds_what_is_not_there() {
        server.register("a-value", INT);

        assertThat(registry().problems("avro-confluent.url", List.of())).isEmpty();
        assertThat(registry().problems("avro-confluent.url", List.of("a-value", "b-value")))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.option()).isEqualTo("auto.register.schemas");
                    assertThat(problem.what()).contains("no subject b-value");
                });
        server.next(1, 200, "hello");
        assertThat(registry().problems("avro-confluent.url", List.of()))
                .extracting(Problem::what)
                .singleElement()
                .asString()
                .contains("is no schema registry");
        server.requireAuthorization("Bearer x");
        assertThat(registry().problems("avro-confluent.url", List.of()))
                .extracting(Problem::option)
                .containsExactly("avro-confluent.url");
    }
}
