package org.urdma4j.tools.peer;

import org.urdma4j.metrics.MetricsServer;
import org.urdma4j.verbs.Context;

import picocli.CommandLine.Option;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;

/** Where a command answers Prometheus, if it does. Not thread-safe. */
public final class MetricsOption {
    @Option(
            names = "--metrics",
            paramLabel = "[ADDR:]PORT",
            description =
                    "Answer http://ADDR:PORT/metrics for Prometheus over TCP; at 127.0.0.1 unless"
                            + " another address is given. Whoever can connect can read it.")
    private String metrics;

    public boolean isGiven() {
        return metrics != null;
    }

    /**
     * Checks what can be checked without a network.
     *
     * @throws IllegalArgumentException if it is wrong
     */
    public void check() {
        if (isGiven()) {
            ListenAddress.parseMetrics(metrics);
        }
    }

    /**
     * Starts to answer of a device; returns null if nobody is to be answered.
     *
     * @throws IOException with a line for the user
     */
    public MetricsServer start(Context context) throws IOException {
        if (!isGiven()) {
            return null;
        }
        ListenAddress where = ListenAddress.parseMetrics(metrics);
        InetSocketAddress address = new InetSocketAddress(where.resolve(), where.port());
        return MetricsServer.start(address, () -> List.of(context));
    }
}
