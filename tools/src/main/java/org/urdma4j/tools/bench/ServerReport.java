package org.urdma4j.tools.bench;

import org.urdma4j.measure.json.RunJson;
import org.urdma4j.measure.run.RunHead;
import org.urdma4j.measure.run.RunRecord;
import org.urdma4j.measure.run.ServerListener;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.function.Consumer;

/** What a server prints: of each run as of a client's, and who was refused why. */
final class ServerReport implements ServerListener {
    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean json;
    private final RunJson writer;
    private StringWriter copy = new StringWriter();
    private volatile boolean failed;

    ServerReport(PrintWriter out, PrintWriter err, boolean json, String software) {
        this.out = out;
        this.err = err;
        this.json = json;
        writer = new RunJson(software, null);
    }

    /** Returns whether the last run failed. */
    boolean failed() {
        return failed;
    }

    @Override
    public void onStart(RunHead head) {
        copy = new StringWriter();
        print(text -> text.start(head));
    }

    @Override
    public void onInterval(RunRecord record, int index) {
        if (record.head().spec().load().intervalNs() > 0) {
            print(text -> text.interval(record, index));
        }
    }

    @Override
    public void onEnd(RunRecord record) {
        failed = record.failure() != null;
        print(text -> text.summary(record));
        if (json) {
            out.println(writer.whole(record));
            out.flush();
        }
        if (failed) {
            line("urdma: " + record.failure());
        }
    }

    private void print(Consumer<NetText> what) {
        PrintWriter buffer = new PrintWriter(copy);
        int before = copy.getBuffer().length();
        what.accept(new NetText(buffer));
        buffer.flush();
        if (!json) {
            out.print(copy.getBuffer().substring(before));
            out.flush();
        }
    }

    @Override
    public void onRefused(String peer, String why) {
        line("urdma: client %s was refused: %s".formatted(peer, why));
    }

    private void line(String text) {
        err.println(text);
        err.flush();
    }

    @Override
    public String output() {
        return copy.toString();
    }
}
