package org.urdma4j.tools.forward;

import org.urdma4j.forward.ForwardListener;
import org.urdma4j.forward.relay.OpenStream;
import org.urdma4j.measure.json.Json;
import org.urdma4j.measure.json.JsonObject;
import org.urdma4j.report.chart.Quantity;
import org.urdma4j.transport.port.SystemClock;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * What {@code urdma forward} prints. Refusals have a line each, a number of them in a second:
 * whoever reaches it can cause them.
 */
final class ForwardOutput implements ForwardListener {
    private static final int LINES_A_SECOND = 20;
    private static final long SECOND_NS = Duration.ofSeconds(1).toNanos();

    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean json;
    private final boolean verbose;
    private final LongSupplier nanos;
    private long secondNs;
    private int lines;
    private long unsaid;
    private long turnNs;
    private long opened;
    private long refused;
    private long endedSent;
    private long endedReceived;
    private long sentBefore;
    private long receivedBefore;

    /**
     * @param verbose of each stream's end and of each second, too
     */
    ForwardOutput(PrintWriter out, PrintWriter err, boolean json, boolean verbose) {
        this(out, err, json, verbose, SystemClock::nowNs);
    }

    ForwardOutput(
            PrintWriter out, PrintWriter err, boolean json, boolean verbose, LongSupplier nanos) {
        this.out = out;
        this.err = err;
        this.json = json;
        this.verbose = verbose;
        this.nanos = nanos;
        secondNs = nanos.getAsLong();
        turnNs = secondNs;
    }

    /**
     * @param does what is done there, for people
     */
    void ready(String address, String does) {
        if (json) {
            print(line("ready").put("address", address));
        } else {
            print("listening at %s: %s".formatted(address, does));
        }
    }

    @Override
    public synchronized void onOpened(String peer, String target) {
        opened++;
        if (json) {
            print(line("opened").put("peer", peer).put("target", target));
        }
    }

    @Override
    public synchronized void onRefused(String peer, String target, String why) {
        refused++;
        long now = nanos.getAsLong();
        if (now - secondNs >= SECOND_NS) {
            secondNs = now;
            lines = 0;
        }
        if (lines == LINES_A_SECOND) {
            unsaid++;
            return;
        }
        lines++;
        if (json) {
            print(
                    line("refused")
                            .put("peer", peer)
                            .put("target", target)
                            .put("error", why)
                            .put("unsaid", unsaid));
        } else {
            String before = unsaid == 0 ? "" : "(%d more before) ".formatted(unsaid);
            String to = target == null ? "" : " to " + target;
            complain("%srefused %s%s: %s".formatted(before, peer, to, why));
        }
        unsaid = 0;
    }

    @Override
    public synchronized void onEnded(
            String peer, String target, long sent, long received, String why) {
        endedSent += sent;
        endedReceived += received;
        if (json) {
            print(
                    line("ended")
                            .put("peer", peer)
                            .put("target", target)
                            .put("sent", sent)
                            .put("received", received)
                            .put("error", why));
        } else if (verbose) {
            print(
                    "%s to %s: sent %d bytes, received %d%s"
                            .formatted(
                                    peer, target, sent, received, why == null ? "" : "; " + why));
        }
    }

    /** A second is over; with {@code --verbose} it has a line unless nothing was there. */
    synchronized void onSecond(List<OpenStream> open) {
        long now = nanos.getAsLong();
        double seconds = (now - turnNs) / (double) SECOND_NS;
        long sent = endedSent + open.stream().mapToLong(OpenStream::sent).sum();
        long received = endedReceived + open.stream().mapToLong(OpenStream::received).sum();
        double sentBits = bits(sent - sentBefore, seconds);
        double receivedBits = bits(received - receivedBefore, seconds);
        boolean quiet = open.isEmpty() && opened + refused == 0;
        if (verbose && !quiet && json) {
            print(
                    line("second")
                            .put("streams", open.size())
                            .put("opened", opened)
                            .put("refused", refused)
                            .put("sent_bps", sentBits)
                            .put("received_bps", receivedBits));
        } else if (verbose && !quiet) {
            print(
                    "%d streams, %d opened, %d refused; sent %s, received %s"
                            .formatted(
                                    open.size(),
                                    opened,
                                    refused,
                                    Quantity.RATE.show(sentBits),
                                    Quantity.RATE.show(receivedBits)));
        }
        turnNs = now;
        opened = 0;
        refused = 0;
        sentBefore = sent;
        receivedBefore = received;
    }

    /** One that ends between two looks can be missing in the first and not in the second. */
    private static double bits(long bytes, double seconds) {
        return seconds <= 0 ? 0 : Math.max(0, bytes) * Byte.SIZE / seconds;
    }

    @Override
    public void onListening(String peer, String address) {
        if (json) {
            print(line("listening").put("peer", peer).put("address", address));
        } else {
            print("listening at %s: a reverse of %s".formatted(address, peer));
        }
    }

    @Override
    public void onListeningEnded(String peer, String address, String why) {
        if (json) {
            print(line("unlistened").put("peer", peer).put("address", address).put("error", why));
        } else {
            complain(
                    "no longer listening at %s for %s%s"
                            .formatted(address, peer, why == null ? "" : ": " + why));
        }
    }

    private static JsonObject line(String event) {
        return new JsonObject().put("event", event);
    }

    private void print(JsonObject line) {
        print(Json.text(line));
    }

    private synchronized void print(String line) {
        out.println(line);
        out.flush();
    }

    private synchronized void complain(String line) {
        err.println("urdma: " + line);
        err.flush();
    }
}
