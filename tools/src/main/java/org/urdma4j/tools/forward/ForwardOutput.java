package org.urdma4j.tools.forward;

import org.urdma4j.forward.ForwardListener;
import org.urdma4j.measure.json.Json;
import org.urdma4j.measure.json.JsonObject;
import org.urdma4j.transport.port.SystemClock;

import java.io.PrintWriter;
import java.time.Duration;
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

    /**
     * @param verbose of each stream's end, too
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
    public void onOpened(String peer, String target) {
        if (json) {
            print(line("opened").put("peer", peer).put("target", target));
        }
    }

    @Override
    public synchronized void onRefused(String peer, String target, String why) {
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
    public void onEnded(String peer, String target, long sent, long received, String why) {
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
