package org.urdma4j.tools.bench;

import org.urdma4j.measure.run.RunHead;
import org.urdma4j.measure.run.RunRecord;
import org.urdma4j.measure.run.ServerListener;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.function.Consumer;

/** What a server prints of one client's runs: as much as the client itself would. */
final class ServedReport implements ServerListener {
    private final ServerReport all;
    private final String client;
    private StringWriter copy = new StringWriter();

    /**
     * Begins it.
     *
     * @param client address and port, for lines among those of others
     */
    ServedReport(ServerReport all, String client) {
        this.all = all;
        this.client = client;
    }

    @Override
    public void onStart(RunHead head) {
        copy = new StringWriter();
        print(text -> {
            text.start(head);
            text.columns(head);
        });
    }

    @Override
    public void onInterval(RunRecord record, int index) {
        if (record.head().spec().load().intervalNs() > 0) {
            print(text -> text.interval(record, index));
        }
    }

    @Override
    public void onEnd(RunRecord record) {
        print(text -> text.summary(record));
        all.ended(client, record);
    }

    private void print(Consumer<NetText> what) {
        PrintWriter buffer = new PrintWriter(copy);
        int before = copy.getBuffer().length();
        what.accept(new NetText(buffer));
        buffer.flush();
        all.print(client, copy.getBuffer().substring(before));
    }

    @Override
    public void onRefused(String peer, String why) {
        all.onRefused(peer, why);
    }

    @Override
    public void onLeft() {
        all.left();
    }

    @Override
    public String output() {
        return copy.toString();
    }
}
