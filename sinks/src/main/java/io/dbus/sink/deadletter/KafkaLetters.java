package io.dbus.sink.deadletter;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dbus.sink.kafka.TopicProducer;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/** Stores letters as records of a topic, which is looked for, or made, when the first is. */
final class KafkaLetters implements LetterStore {
    /** More than key and headers take: an id, a label and the name of a component. */
    private static final int BESIDE_VALUE = 512;

    private final TopicProducer producer;

    KafkaLetters(TopicProducer.Settings settings) {
        this.producer = new TopicProducer(settings);
    }

    @Override
    public int largest() throws InterruptedException {
        return producer.largest() - BESIDE_VALUE;
    }

    @Override
    public void put(DeadLetter letter) throws IOException, InterruptedException {
        Map<String, String> headers =
                new TreeMap<>(Map.of("reason", letter.reason().label(), "component", letter.component()));
        producer.send(letter.id().getBytes(UTF_8), letter.json(), headers);
    }

    @Override
    public void flush() throws IOException, InterruptedException {
        producer.flush();
    }

    @Override
    public void close() throws IOException {
        producer.close();
    }
}
