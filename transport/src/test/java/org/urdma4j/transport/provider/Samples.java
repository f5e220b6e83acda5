package org.urdma4j.transport.provider;

import static org.assertj.core.api.Assertions.assertThat;

import jdk.jfr.consumer.RecordingStream;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waits until Flight Recorder has sampled the path of a queue pair. */
final class Samples implements AutoCloseable {
    private final CountDownLatch seen = new CountDownLatch(2);
    private final RecordingStream stream = new RecordingStream();

    Samples(int qpn) {
        stream.enable("org.urdma4j.Path").withPeriod(Duration.ofMillis(20));
        stream.onEvent(
                "org.urdma4j.Path",
                event -> {
                    if (event.getInt("queuePair") == qpn) {
                        seen.countDown();
                    }
                });
        stream.startAsync();
    }

    void await() throws InterruptedException {
        assertThat(seen.await(60, TimeUnit.SECONDS)).isTrue();
    }

    @Override
    public void close() {
        stream.close();
    }
}
