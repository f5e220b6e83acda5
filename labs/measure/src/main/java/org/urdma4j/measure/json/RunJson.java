package org.urdma4j.measure.json;

import org.urdma4j.measure.run.FlowInterval;
import org.urdma4j.measure.run.FlowSum;
import org.urdma4j.measure.run.RunHead;
import org.urdma4j.measure.run.RunRecord;
import org.urdma4j.measure.spec.Direction;
import org.urdma4j.measure.traffic.Responsiveness;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Writes runs as JSON: whole ones as one object, or line by line while they go on. */
public final class RunJson {
    private final String software;
    private final String title;
    private final String server;

    /**
     * Creates a writer.
     *
     * @param software our version
     * @param title what the user calls the run, or null
     */
    public RunJson(String software, String title) {
        this(software, title, null);
    }

    private RunJson(String software, String title, String server) {
        this.software = software;
        this.title = title;
        this.server = server;
    }

    /** Returns a writer of runs with one server of several, which they are marked with. */
    public RunJson of(String name) {
        return new RunJson(software, title, name);
    }

    /** Returns a whole run, pretty-printed. What wasn't measured because it broke is left out. */
    public String whole(RunRecord record) {
        return pretty(tree(record));
    }

    /**
     * As the other one.
     *
     * @param error what is said against a run that came to its end, or null
     */
    public String whole(RunRecord record, String error) {
        return pretty(tree(record).putKnown("error", error));
    }

    /**
     * Returns several whole runs as one object with a list {@code runs}.
     *
     * @param error why there are no more of them, or null
     */
    public String wholes(List<RunRecord> records, String error) {
        return pretty(
                new JsonObject()
                        .put("runs", records.stream().map(this::tree).toList())
                        .putKnown("error", error));
    }

    /**
     * Returns runs that went on at the same time as one object: each as it would be alone in a list
     * {@code runs}, and what they came to together.
     *
     * @param writers of each run
     * @param error what is said against them, or null
     */
    public static String together(List<RunJson> writers, List<RunRecord> records, String error) {
        return pretty(
                new JsonObject()
                        .put(
                                "runs",
                                IntStream.range(0, records.size())
                                        .mapToObj(i -> writers.get(i).tree(records.get(i)))
                                        .toList())
                        .putKnown("end", end(records))
                        .putKnown("error", error));
    }

    /** Returns the line for the end of runs that went on at the same time. */
    public static String endLine(List<RunRecord> records) {
        return line("end", end(records), null);
    }

    /** What all came to; null if not each has come to something. */
    private static JsonObject end(List<RunRecord> records) {
        if (!records.stream().allMatch(RunRecord::measured)) {
            return null;
        }
        FlowSum flow = FlowSum.total(records, false);
        JsonObject end =
                new JsonObject()
                        .put("sum_sent", FlowJson.sent(flow))
                        .put("sum_received", FlowJson.received(flow));
        if (bothWays(records.getFirst())) {
            FlowSum reverse = FlowSum.total(records, true);
            end.put("sum_sent_bidir_reverse", FlowJson.sent(reverse))
                    .put("sum_received_bidir_reverse", FlowJson.received(reverse));
        }
        return end;
    }

    private JsonObject tree(RunRecord record) {
        int samples = record.measured() ? record.samples() : 0;
        return new JsonObject()
                .putKnown("server", server)
                .put("start", StartJson.of(record.head(), software, title))
                .put(
                        "intervals",
                        IntStream.range(1, samples).mapToObj(i -> interval(record, i)).toList())
                .putKnown("end", record.measured() ? end(record) : null)
                .putKnown("server_output_text", record.output().isEmpty() ? null : record.output())
                .putKnown("error", record.failure());
    }

    /** Returns what there is of a run that could not begin. */
    public static String failure(String error) {
        return pretty(Map.of("error", error));
    }

    private static String pretty(Object value) {
        return Json.writer().withDefaultPrettyPrinter().writeValueAsString(value);
    }

    public String startLine(RunHead head) {
        return line("start", StartJson.of(head, software, title), server);
    }

    /** Returns the line for an interval that ends with sample {@code index}. */
    public String intervalLine(RunRecord record, int index) {
        return line("interval", interval(record, index), server);
    }

    /** Returns the line for the end. */
    public String endLine(RunRecord record) {
        return line("end", end(record), server);
    }

    public static String errorLine(String error) {
        return line("error", error, null);
    }

    private static String line(String event, Object data, String server) {
        return Json.text(
                new JsonObject().put("event", event).putKnown("server", server).put("data", data));
    }

    private static boolean bothWays(RunRecord record) {
        return record.head().spec().direction() == Direction.BOTH;
    }

    private static JsonObject interval(RunRecord record, int index) {
        FlowInterval flow = FlowInterval.of(record, index - 1, index, false);
        List<JsonObject> streams = new ArrayList<>(FlowJson.streams(flow, 1));
        JsonObject all =
                new JsonObject().put("streams", streams).put("sum", FlowJson.received(flow));
        FlowInterval reverse = null;
        if (bothWays(record)) {
            reverse = FlowInterval.of(record, index - 1, index, true);
            streams.addAll(FlowJson.streams(reverse, 1 + streams.size()));
            all.put("sum_bidir_reverse", FlowJson.received(reverse));
        }
        all.put("urdma", FlowJson.urdma(flow));
        if (reverse != null) {
            all.put("urdma_bidir_reverse", FlowJson.urdma(reverse));
        }
        return paths(all, flow, reverse);
    }

    private static JsonObject paths(JsonObject all, FlowInterval flow, FlowInterval reverse) {
        return all.putKnown("paths", FlowJson.paths(flow.paths()))
                .putKnown(
                        "paths_bidir_reverse",
                        reverse == null ? null : FlowJson.paths(reverse.paths()));
    }

    private static JsonObject end(RunRecord record) {
        FlowInterval flow = FlowInterval.total(record, false);
        FlowInterval reverse = bothWays(record) ? FlowInterval.total(record, true) : null;
        List<JsonObject> streams = new ArrayList<>(FlowJson.streams(flow, 1));
        if (reverse != null) {
            streams.addAll(FlowJson.streams(reverse, 1 + streams.size()));
        }
        RunHead head = record.head();
        long buffer = Math.min(head.own().socketBufferBytes(), head.peer().socketBufferBytes());
        JsonObject all =
                new JsonObject()
                        .put("streams", streams.stream().map(it -> Map.of("receiver", it)).toList())
                        .put("sum_sent", FlowJson.sent(flow))
                        .put("sum_received", FlowJson.received(flow));
        if (reverse != null) {
            all.put("sum_sent_bidir_reverse", FlowJson.sent(reverse))
                    .put("sum_received_bidir_reverse", FlowJson.received(reverse));
        }
        all.put("cpu_utilization_percent", FlowJson.cpu(flow)).put("urdma", urdma(flow, buffer));
        if (reverse != null) {
            all.put("urdma_bidir_reverse", urdma(reverse, buffer));
        }
        return paths(all, flow, reverse)
                .putKnown("latency_us", record.latency())
                .putKnown("responsiveness", responsiveness(record.responsiveness()))
                .putKnown("protection", FlowJson.protection(record.protection()))
                .putKnown(
                        "verified",
                        head.spec().load().verify() ? (Object) (record.failure() == null) : null);
    }

    private static JsonObject responsiveness(Responsiveness times) {
        return times == null
                ? null
                : new JsonObject()
                        .put("rpm", times.rpm())
                        .put("idle_rpm", times.idleRpm())
                        .put("loaded_us", times.loaded())
                        .put("idle_us", times.idle());
    }

    private static JsonObject urdma(FlowInterval flow, long socketBufferBytes) {
        return FlowJson.urdma(flow).put("socket_buffer_bytes", socketBufferBytes);
    }
}
