package io.dbus.sink.format.avro.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbus.plugin.Problem;
import io.dbus.reject.RejectReason;
import io.dbus.sink.format.EncodeException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.avro.Schema;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ids of schemas in a registry. Each is asked for once; one that the registry refuses is asked for again after a minute, so that the user can put it right while the
 * job runs, and rows meanwhile cost no request each. Not thread-safe.
 */
public final class SchemaRegistry {
    private static final Logger LOG = LoggerFactory.getLogger(SchemaRegistry.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long REFUSED_FOR_NANOS = 60_000_000_000L;
    /** The columns stand at the beginning; each rejected row has the text. */
    private static final int SHOWN = 2_000;

    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    private static final int UNPROCESSABLE = 422;

    private final RegistryClient client;
    private final boolean register;
    private final LongSupplier nanoTime;
    private final Map<Key, Integer> ids = new HashMap<>();
    private final Map<Key, Refusal> refusals = new HashMap<>();

    private record Key(String subject, Schema schema) {}

    private record Refusal(String what, String cure, long untilNanos) {
        EncodeException exception() {
            return new EncodeException(RejectReason.SCHEMA_REFUSED, what, cure);
        }
    }

    /**
     * A registry.
     *
     * @param register whether schemas that it does not have are registered
     */
    public SchemaRegistry(RegistrySettings settings, boolean register) {
        this(settings, register, System::nanoTime);
    }

    SchemaRegistry(RegistrySettings settings, boolean register, LongSupplier nanoTime) {
        this.client = new RegistryClient(settings);
        this.register = register;
        this.nanoTime = nanoTime;
    }

    /**
     * The id of a schema of a subject, which is registered where that is wanted.
     *
     * @throws EncodeException when the registry does not take the schema, or does not have it and it is not to be registered
     * @throws RegistryException when the registry cannot be asked
     */
    public int id(String subject, Schema schema) {
        Key key = new Key(subject, schema);
        Integer known = ids.get(key);
        if (known != null) {
            return known;
        }
        Refusal refusal = refusals.get(key);
        if (refusal != null && nanoTime.getAsLong() - refusal.untilNanos() < 0) {
            throw refusal.exception();
        }
        refusals.remove(key);
        int id = ask(key);
        ids.put(key, id);
        LOG.info("The schema {} of subject {} has the id {}", schema.getFullName(), subject, id);
        return id;
    }

    private int ask(Key key) {
        String path = "/subjects/" + RegistryClient.escaped(key.subject()) + (register ? "/versions" : "");
        Answer answer = client.post(path, body(key.schema()));
        if (answer.isOk()) {
            return id(answer);
        }
        Optional<Refusal> refusal = refusal(key, answer);
        if (refusal.isPresent()) {
            refusals.put(key, refusal.get());
            throw refusal.get().exception();
        }
        throw failure(answer);
    }

    private static String body(Schema schema) {
        try {
            return JSON.writeValueAsString(Map.of("schema", schema.toString()));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A map of texts is JSON", e);
        }
    }

    private static int id(Answer answer) {
        JsonNode id = answer.json().map(node -> node.path("id")).orElse(null);
        if (id == null || !id.isInt() || id.intValue() < 0) {
            throw new RegistryException(
                    "What answers at " + answer.url() + " is no schema registry: it gives no id but " + answer
                            + ". See whether avro-confluent.url is its address, and nothing stands before it.");
        }
        return id.intValue();
    }

    private Optional<Refusal> refusal(Key key, Answer answer) {
        String schema = "schema " + shown(key.schema()) + " under subject " + key.subject();
        return switch (answer.status()) {
            case CONFLICT ->
                refused(
                        "the schema registry does not take the " + schema
                                + ", which does not go with the versions before it; it answers " + answer,
                        "write to another topic, put the subject's compatibility or versions right (PUT /config/"
                                + key.subject()
                                + "), or change the columns back; it is asked again after a minute");
            case UNPROCESSABLE ->
                refused(
                        "the schema registry does not take the " + schema + "; it answers " + answer,
                        "see what it says; it is asked again after a minute");
            case NOT_FOUND ->
                // 40401: no subject, 40403: no schema. Without a code it is no registry that answers.
                !register && answer.errorCode() / 100 == NOT_FOUND
                        ? refused(
                                "the schema registry does not have the " + schema + "; it answers " + answer,
                                "register it, or set auto.register.schemas to true; it is asked again after a minute")
                        : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static String shown(Schema schema) {
        String text = schema.toString();
        return text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text;
    }

    private Optional<Refusal> refused(String what, String cure) {
        return Optional.of(new Refusal(what, cure, nanoTime.getAsLong() + REFUSED_FOR_NANOS));
    }

    private static RegistryException failure(Answer answer) {
        return new RegistryException(
                switch (answer.status()) {
                    case UNAUTHORIZED, FORBIDDEN ->
                        "The schema registry at " + answer.url() + " does not let this client in: it answers " + answer
                                + ". Correct avro-confluent.basic-auth.user-info or avro-confluent.bearer-auth.token, and the rights of the user on the subject.";
                    default ->
                        "The schema registry at " + answer.url() + " answers " + answer
                                + ". See whether avro-confluent.url is its address, with the path that it may have.";
                });
    }

    /**
     * What would keep the registry from serving.
     *
     * @param urlOption the key of the option of its address
     * @param subjects subjects that must be there; empty when none need be
     */
    public List<Problem> problems(String urlOption, List<String> subjects) {
        List<Problem> problems = new ArrayList<>();
        try {
            Answer all = client.get("/subjects");
            if (!all.isOk()) {
                throw failure(all);
            }
            if (all.json().filter(JsonNode::isArray).isEmpty()) {
                throw new RegistryException("What answers at " + all.url()
                        + " is no schema registry: it gives no list of subjects but " + all + ".");
            }
            for (String subject : subjects) {
                Answer latest = client.get("/subjects/" + RegistryClient.escaped(subject) + "/versions/latest");
                if (latest.status() == NOT_FOUND) {
                    problems.add(Problem.ofOption(
                            "auto.register.schemas",
                            "the schema registry has no subject " + subject + ", and schemas are not to be registered",
                            "Register its schema, or set it to true."));
                } else if (!latest.isOk()) {
                    throw failure(latest);
                }
            }
        } catch (RegistryException e) {
            problems.add(Problem.ofOption(
                    urlOption, e.getMessage(), "Correct the options of the registry, or see whether it is up."));
        }
        return problems;
    }
}
