package org.urdma4j.tools.bench;

import org.urdma4j.measure.json.RunJson;
import org.urdma4j.measure.run.FlowInterval;
import org.urdma4j.measure.run.FlowSum;
import org.urdma4j.measure.run.RunHead;
import org.urdma4j.measure.run.RunListener;
import org.urdma4j.measure.run.RunRecord;
import org.urdma4j.measure.spec.Direction;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a client of several servers prints: a line of each and one of all for each interval, a
 * summary of each and one of all. Any thread.
 */
final class ServersReport {
    private final PrintWriter out;
    private final boolean json;
    private final boolean jsonStream;
    private final List<String> servers;
    private final List<RunJson> writers;
    private final List<NetText> texts = new ArrayList<>();
    private final RunHead[] heads;
    private final RunRecord[] latest;
    private final int[] told;
    private int started;
    private int printed;

    ServersReport(
            PrintWriter out,
            boolean json,
            boolean jsonStream,
            List<String> servers,
            List<RunJson> writers) {
        this.out = out;
        this.json = json;
        this.jsonStream = jsonStream;
        this.servers = List.copyOf(servers);
        this.writers = List.copyOf(writers);
        for (int i = 1; i <= servers.size(); i++) {
            texts.add(new NetText(out, " [%d]".formatted(i)));
        }
        heads = new RunHead[servers.size()];
        latest = new RunRecord[servers.size()];
        told = new int[servers.size()];
    }

    /** Returns what is told of one server. */
    RunListener of(int server) {
        return new RunListener() {
            @Override
            public void onStart(RunHead head) {
                start(server, head);
            }

            @Override
            public void onInterval(RunRecord record, int index) {
                interval(server, record, index);
            }

            @Override
            public void onEnd(RunRecord record) {
                ended(server, record);
            }
        };
    }

    private synchronized void start(int server, RunHead head) {
        if (jsonStream) {
            line(writers.get(server).startLine(head));
        } else if (!json) {
            heads[server] = head;
            if (++started == servers.size()) {
                for (int i = 0; i < started; i++) {
                    line("[%d] %s".formatted(i + 1, servers.get(i)));
                    texts.get(i).start(heads[i]);
                }
                texts.getFirst().columns(head);
            }
        }
    }

    private synchronized void interval(int server, RunRecord record, int index) {
        latest[server] = record;
        told[server] = index;
        if (jsonStream) {
            line(writers.get(server).intervalLine(record, index));
        } else if (!json && record.head().spec().load().intervalNs() > 0) {
            intervals();
        }
    }

    /** One that is done earlier holds the lines of the others back no longer. */
    private synchronized void ended(int server, RunRecord record) {
        if (jsonStream) {
            if (record.measured()) {
                line(writers.get(server).endLine(record));
            }
        } else if (!json && record.measured()) {
            latest[server] = record;
            told[server] = Integer.MAX_VALUE;
            intervals();
        }
    }

    private void intervals() {
        while (true) {
            int next = printed + 1;
            List<Integer> all = new ArrayList<>();
            for (int i = 0; i < told.length; i++) {
                if (told[i] < next) {
                    return;
                }
                if (next < latest[i].samples()) {
                    all.add(i);
                }
            }
            if (all.isEmpty()) {
                return;
            }
            all.forEach(i -> texts.get(i).interval(latest[i], next));
            sum(all, next, false);
            if (latest[all.getFirst()].head().spec().direction() == Direction.BOTH) {
                sum(all, next, true);
            }
            printed = next;
        }
    }

    private void sum(List<Integer> all, int index, boolean reverse) {
        FlowSum flows =
                new FlowSum(
                        all.stream()
                                .map(i -> FlowInterval.of(latest[i], index - 1, index, reverse))
                                .toList());
        line(IntervalLine.sum(flows));
    }

    /**
     * All have ended.
     *
     * @param failure what is said against them, or null
     */
    synchronized void end(List<RunRecord> records, String failure) {
        boolean measured = records.stream().allMatch(RunRecord::measured);
        if (json) {
            line(RunJson.together(writers, records, failure));
        } else if (jsonStream) {
            if (measured) {
                line(RunJson.endLine(records));
            }
            if (failure != null) {
                line(RunJson.errorLine(failure));
            }
        } else {
            for (int i = 0; i < records.size(); i++) {
                line("%n[%d] %s".formatted(i + 1, servers.get(i)));
                texts.get(i).summary(records.get(i));
            }
            if (measured) {
                boolean both = records.getFirst().head().spec().direction() == Direction.BOTH;
                sum(FlowSum.total(records, false), both ? ", client to servers" : "");
                if (both) {
                    sum(FlowSum.total(records, true), ", servers to client");
                }
            }
        }
    }

    private void sum(FlowSum flows, String which) {
        line(
                String.format(
                        Locale.ROOT,
                        "%n%d servers together%s: received %s in %.2f s: %s",
                        servers.size(),
                        which,
                        Quantities.bytes(flows.receivedBytes()),
                        flows.longest(FlowInterval::receivedSeconds),
                        Quantities.rate(flows.goodputBps())));
    }

    private void line(String text) {
        out.println(text);
        out.flush();
    }
}
