package org.urdma4j.tools.bench;

import org.urdma4j.measure.json.RunJson;
import org.urdma4j.measure.run.RunHead;
import org.urdma4j.measure.run.RunListener;
import org.urdma4j.measure.run.RunRecord;

import java.io.PrintWriter;

/** What a client prints while it runs and when it is over: text, JSON, or JSON line by line. */
final class ClientReport implements RunListener {
    private final PrintWriter out;
    private final boolean json;
    private final boolean jsonStream;
    private final RunJson writer;
    private final MinRate least;
    private final NetText text;

    ClientReport(PrintWriter out, boolean json, boolean jsonStream, RunJson writer, MinRate least) {
        this.out = out;
        this.json = json;
        this.jsonStream = jsonStream;
        this.writer = writer;
        this.least = least;
        text = new NetText(out);
    }

    @Override
    public void onStart(RunHead head) {
        if (jsonStream) {
            line(writer.startLine(head));
        } else if (!json) {
            text.start(head);
            text.columns(head);
        }
    }

    @Override
    public void onInterval(RunRecord record, int index) {
        if (jsonStream) {
            line(writer.intervalLine(record, index));
        } else if (!json && record.head().spec().load().intervalNs() > 0) {
            text.interval(record, index);
        }
    }

    @Override
    public void onEnd(RunRecord record) {
        String shortfall = least.shortfall(record);
        if (json) {
            line(writer.whole(record, shortfall));
        } else if (jsonStream) {
            if (record.measured()) {
                line(writer.endLine(record));
            }
            String error = record.failure() == null ? shortfall : record.failure();
            if (error != null) {
                line(RunJson.errorLine(error));
            }
        } else {
            text.summary(record);
        }
    }

    private void line(String json) {
        out.println(json);
        out.flush();
    }
}
