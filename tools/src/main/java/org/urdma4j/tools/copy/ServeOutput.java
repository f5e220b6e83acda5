package org.urdma4j.tools.copy;

import org.urdma4j.copy.serve.ServeListener;
import org.urdma4j.copy.tree.Names;
import org.urdma4j.measure.json.Json;
import org.urdma4j.measure.json.JsonObject;
import org.urdma4j.transport.port.SystemClock;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.LongSupplier;

/** What {@code urdma serve} prints. */
final class ServeOutput implements ServeListener {
    private static final long AGAIN_NS = Duration.ofMinutes(1).toNanos();

    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean json;
    private final LongSupplier nanos;
    private long refused;
    private long saidNs;
    private boolean said;

    ServeOutput(PrintWriter out, PrintWriter err, boolean json) {
        this(out, err, json, SystemClock::nowNs);
    }

    ServeOutput(PrintWriter out, PrintWriter err, boolean json, LongSupplier nanos) {
        this.out = out;
        this.err = err;
        this.json = json;
        this.nanos = nanos;
    }

    void ready(byte[] folder, String address, boolean readOnly) {
        if (json) {
            print(
                    line("ready")
                            .put("folder", Names.text(folder))
                            .put("address", address)
                            .put("read_only", readOnly));
        } else {
            print(
                    "serving %s%s at %s"
                            .formatted(
                                    Names.text(folder), readOnly ? ", read-only," : "", address));
        }
    }

    /** Whoever asks is refused, strangers too, so that a line a minute is all there is. */
    @Override
    public synchronized void onRefused(String why) {
        refused++;
        long now = nanos.getAsLong();
        if (said && now - saidNs < AGAIN_NS) {
            return;
        }
        said = true;
        saidNs = now;
        if (json) {
            print(line("refused").put("peers", refused).put("error", why));
        } else {
            err.println("urdma: %d so far were refused: %s".formatted(refused, why));
            err.flush();
        }
    }

    @Override
    public void onConnected(String peer) {
        if (json) {
            print(line("connected").put("peer", peer));
        }
    }

    @Override
    public void onEnded(String peer, long files, long bytes, String why) {
        if (json) {
            print(
                    line("ended")
                            .put("peer", peer)
                            .put("files", files)
                            .put("bytes", bytes)
                            .put("error", why));
            return;
        }
        String what = "%s: %d files, %s".formatted(peer, files, Amounts.bytes(bytes));
        if (why == null) {
            print(what);
        } else {
            synchronized (this) {
                err.println("urdma: %s; %s".formatted(what, why));
                err.flush();
            }
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
}
