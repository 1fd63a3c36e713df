package io.dbus.sink.elasticsearch;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/**
 * An HTTP server that speaks as much of Elasticsearch as a writer needs, over {@link ModelDocuments}, and misbehaves on order: each bulk is answered as the next {@link
 * Behaviour} says, and properly when none is left.
 */
final class MisbehavingServer implements AutoCloseable {
    /** A request as it came. */
    record Request(String method, String path, Map<String, String> headers, byte[] body) {
        String[] lines() {
            return new String(body, UTF_8).split("\n");
        }
    }

    /** What the server does with a bulk. */
    interface Behaviour {
        void answer(Request request, MisbehavingServer server, Socket socket) throws IOException, InterruptedException;
    }

    /** Says a status and a text instead of carrying the bulk out. */
    static Behaviour status(int status, String type, String text) {
        return (request, server, socket) -> reply(socket, status, type, text.getBytes(UTF_8));
    }

    static Behaviour error(int status, String error, String reason) {
        return status(
                status,
                "application/json",
                "{\"error\":{\"type\":\"" + error + "\",\"reason\":\"" + reason + "\"},\"status\":" + status + "}");
    }

    /** Cuts the connection instead of carrying the bulk out. */
    static Behaviour cutBefore() {
        return (request, server, socket) -> socket.close();
    }

    /** Carries the bulk out and cuts the connection. */
    static Behaviour cutAfter() {
        return (request, server, socket) -> {
            server.carryOut(request, -1);
            socket.close();
        };
    }

    /** Carries the bulk out and cuts the connection in the middle of the answer. */
    static Behaviour cutInAnswer() {
        return (request, server, socket) -> {
            byte[] answer = bytes(server.carryOut(request, -1));
            OutputStream out = socket.getOutputStream();
            out.write(head(200, "application/json", answer.length));
            out.write(answer, 0, answer.length / 2);
            out.flush();
            socket.close();
        };
    }

    /** Carries the bulk out and says nothing until the server is closed. */
    static Behaviour silentAfter() {
        return (request, server, socket) -> {
            server.carryOut(request, -1);
            server.closed.await();
        };
    }

    /** Carries every second operation out and refuses the others with a status. */
    static Behaviour half(int status) {
        return (request, server, socket) ->
                reply(socket, 200, "application/json", bytes(server.carryOut(request, status)));
    }

    /** Carries the bulk out and answers for fewer operations (or more). */
    static Behaviour items(int more) {
        return (request, server, socket) -> {
            ObjectNode answer = server.carryOut(request, -1);
            ArrayNode items = (ArrayNode) answer.get("items");
            for (int i = 0; i < more; i++) {
                items.add(items.get(0));
            }
            for (int i = 0; i > more; i--) {
                items.remove(0);
            }
            reply(socket, 200, "application/json", bytes(answer));
        };
    }

    final ModelDocuments documents = new ModelDocuments();
    final List<Request> requests = new CopyOnWriteArrayList<>();
    private final Queue<Behaviour> behaviours = new ConcurrentLinkedQueue<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final ServerSocket listening;
    private volatile long largestBody = Long.MAX_VALUE;

    MisbehavingServer() throws IOException {
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        daemon(this::accept).start();
    }

    MisbehavingServer next(Behaviour... order) {
        behaviours.addAll(List.of(order));
        return this;
    }

    /** Answers larger bodies with 413. */
    void limit(long bytes) {
        largestBody = bytes;
    }

    String url() {
        return "http://127.0.0.1:" + listening.getLocalPort();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket socket = listening.accept();
                sockets.add(socket);
                daemon(() -> serve(socket)).start();
            } catch (IOException e) {
                return;
            }
        }
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "misbehaving-server");
        thread.setDaemon(true);
        return thread;
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            while (!socket.isClosed()) {
                Request request = read(in);
                if (request == null) {
                    return;
                }
                requests.add(request);
                answer(request, socket);
            }
        } catch (IOException e) {
            // The client has gone, or the server is closed.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void answer(Request request, Socket socket) throws IOException, InterruptedException {
        if (request.path().startsWith("/_mget")) {
            reply(
                    socket,
                    200,
                    "application/json",
                    bytes(documents.get(ModelDocuments.read(new String(request.body(), UTF_8))
                            .path("docs"))));
            return;
        }
        if (request.body().length > largestBody) {
            error(413, "content_too_large", "too large").answer(request, this, socket);
            return;
        }
        Behaviour next = behaviours.poll();
        if (next == null) {
            reply(socket, 200, "application/json", bytes(carryOut(request, -1)));
        } else {
            next.answer(request, this, socket);
        }
    }

    private ObjectNode carryOut(Request request, int refused) {
        return documents.bulk(request.lines(), number -> refused > 0 && number % 2 == 1 ? refused : 0);
    }

    private static byte[] bytes(ObjectNode json) {
        return json.toString().getBytes(UTF_8);
    }

    static void reply(Socket socket, int status, String type, byte[] body) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(head(status, type, body.length));
        out.write(body);
        out.flush();
    }

    private static byte[] head(int status, String type, int length) {
        return ("HTTP/1.1 " + status + " So\r\nContent-Type: " + type + "\r\nContent-Length: " + length + "\r\n\r\n")
                .getBytes(US_ASCII);
    }

    /** The next request; null at the end of the connection. */
    private static Request read(InputStream in) throws IOException {
        String line = line(in);
        if (line == null) {
            return null;
        }
        String[] first = line.split(" ");
        Map<String, String> headers = new TreeMap<>();
        for (String header = line(in); header != null && !header.isEmpty(); header = line(in)) {
            int colon = header.indexOf(':');
            headers.put(
                    header.substring(0, colon).toLowerCase(Locale.ROOT),
                    header.substring(colon + 1).trim());
        }
        byte[] body = in.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
        return new Request(first[0], first[1], headers, body);
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                return null;
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    /** The bulks that came, as lists of the ids in them. */
    List<List<String>> bulks() {
        List<List<String>> bulks = new ArrayList<>();
        for (Request request : requests) {
            if (request.path().startsWith("/_bulk")) {
                List<String> ids = new ArrayList<>();
                for (String line : request.lines()) {
                    String id = ModelDocuments.read(line).findPath("_id").asText();
                    if (!id.isEmpty()) {
                        ids.add(id);
                    }
                }
                bulks.add(ids);
            }
        }
        return bulks;
    }

    @Override
    public void close() throws IOException {
        closed.countDown();
        listening.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
