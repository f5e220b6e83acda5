package org.urdma4j.lab.host;

import org.urdma4j.gateway.process.Subprocess;
import org.urdma4j.lab.PathJson;
import org.urdma4j.lab.PathResult;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code urdma wan} that prints its counters, with the clock of a run: it begins with the path. */
final class WatchedPath implements AutoCloseable {
    private static final long READY_TIMEOUT_S = 30;
    private static final long STOP_TIMEOUT_S = 10;

    /** More than connections take to be made. */
    private static final long DATA_BYTES = 128 << 10;

    private static final Pattern OFFERED = Pattern.compile("\"offered_bytes\":(\\d+)");

    private final Host host;
    private final Subprocess wan;
    private final CountDownLatch flowing = new CountDownLatch(1);
    private volatile long zeroMs;

    /**
     * Makes the path; returns when packets can pass.
     *
     * @throws IOException if that can't be
     */
    WatchedPath(Host host, List<String> command) throws IOException, InterruptedException {
        this.host = host;
        wan = host.startListening("wan", command, this::onLine);
        try {
            wan.awaitLine(line -> line.contains("ready"), READY_TIMEOUT_S);
        } catch (IOException | InterruptedException e) {
            close();
            throw e;
        }
    }

    private void onLine(String line) {
        if (zeroMs == 0) {
            zeroMs = RunClock.nowMs();
        }
        Matcher there = OFFERED.matcher(line);
        if (there.find() && Long.parseLong(there.group(1)) >= DATA_BYTES) {
            flowing.countDown();
        }
    }

    /** Returns when it was ready, milliseconds since 1970. */
    long zeroMs() {
        return zeroMs;
    }

    /**
     * Waits until data flows.
     *
     * @throws IOException if none does
     */
    void awaitData(long timeoutS) throws IOException, InterruptedException {
        if (!flowing.await(timeoutS, TimeUnit.SECONDS)) {
            throw new IOException("no data within " + timeoutS + " s");
        }
    }

    /** What it said. */
    record Said(String lines, PathResult result) {}

    /**
     * Takes the path down.
     *
     * @throws IOException if it doesn't say how it did
     */
    Said stop() throws IOException, InterruptedException {
        String lines = wan.stop(STOP_TIMEOUT_S);
        return new Said(lines, PathJson.parse(lines));
    }

    @Override
    public void close() {
        host.release(wan);
    }
}
