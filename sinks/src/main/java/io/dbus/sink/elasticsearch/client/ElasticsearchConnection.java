package io.dbus.sink.elasticsearch.client;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Speaks with one cluster, through whichever of its hosts answers. Thread-safe. */
public interface ElasticsearchConnection extends AutoCloseable {
    /**
     * Sends a request and waits for its answer, whatever its status.
     *
     * @param method such as {@code PUT}
     * @param path the path from its slash on, without the prefix of the option, names in it percent-encoded
     * @param parameters what follows the question mark, not encoded
     * @param json the body, JSON in UTF-8; null for none
     * @throws IOException when no host gives one: not to be reached, connection cut, too late; the request may have been carried out
     */
    default Answer call(String method, String path, Map<String, String> parameters, byte[] json)
            throws IOException, InterruptedException {
        return await(send(method, path, parameters, json));
    }

    /** Waits for an answer. */
    static Answer await(CompletableFuture<Answer> answer) throws IOException, InterruptedException {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            throw new IOException("No answer: " + e.getCause(), e.getCause());
        }
    }

    /**
     * Sends a request as {@link #call} does. The future completes on a thread of the client's, which must not be held up, with the answer, whatever its status, or
     * exceptionally with an {@link IOException} when there is none; the request may have been carried out.
     *
     * @param json the body, not to be changed before the answer; null for none
     */
    CompletableFuture<Answer> send(String method, String path, Map<String, String> parameters, byte[] json);

    /**
     * Sends a bulk; the future is as that of {@link #send}. A bulk without an answer may have been carried out in part.
     *
     * @param lines the actions and documents, a line each; not to be changed before the answer
     * @param length how many bytes of {@code lines} are meant
     */
    CompletableFuture<Answer> bulk(byte[] lines, int length, Map<String, String> parameters);

    @Override
    void close();
}
