package org.urdma4j.tools.bench;

import org.urdma4j.measure.json.RunJson;
import org.urdma4j.measure.run.RunRecord;
import org.urdma4j.measure.run.ServerListener;

import java.io.PrintWriter;

/**
 * What a server prints: who was refused why, and of each client a {@link ServedReport}. While
 * several are served, each line says of which it is. Any thread may call.
 */
final class ServerReport implements ServerListener {
    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean json;
    private final RunJson writer;
    private int clients;
    private boolean failed;

    ServerReport(PrintWriter out, PrintWriter err, boolean json, String software) {
        this.out = out;
        this.err = err;
        this.json = json;
        writer = new RunJson(software, null);
    }

    /** Returns whether the last run failed. */
    synchronized boolean failed() {
        return failed;
    }

    @Override
    public synchronized ServerListener forClient(String peer, int port) {
        clients++;
        String host = peer.indexOf(':') < 0 ? peer : "[" + peer + "]";
        return new ServedReport(this, host + ":" + port);
    }

    synchronized void left() {
        clients--;
    }

    /** Prints whole lines of a client's. */
    synchronized void print(String client, String lines) {
        if (!json) {
            out.print(clients > 1 ? lines.replaceAll("(?m)^(?=.)", client + ": ") : lines);
            out.flush();
        }
    }

    /** A run is over. */
    synchronized void ended(String client, RunRecord record) {
        failed = record.failure() != null;
        if (json) {
            out.println(writer.whole(record));
            out.flush();
        }
        if (failed) {
            line("urdma: " + (clients > 1 ? client + ": " : "") + record.failure());
        }
    }

    @Override
    public synchronized void onRefused(String peer, String why) {
        line("urdma: client %s was refused: %s".formatted(peer, why));
    }

    private void line(String text) {
        err.println(text);
        err.flush();
    }
}
