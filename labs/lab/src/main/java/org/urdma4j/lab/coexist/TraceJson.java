package org.urdma4j.lab.coexist;

import org.urdma4j.lab.FlowJson;
import org.urdma4j.lab.FlowKind;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads what the clients and the emulator of a run printed, on one scale of time. */
public final class TraceJson {
    private static final double MS = 1e3;

    private TraceJson() {}

    /**
     * Reads what {@code urdma bench client --json} or {@code iperf3 --json} printed. When its flow
     * began is what it says to the millisecond; if it doesn't, what the end of its process says.
     *
     * @param zeroMs when the run's seconds begin, milliseconds since 1970
     * @param endedMs when the process ended, likewise
     * @throws IOException if the run says that it failed, or the text is not that of a run
     */
    public static FlowTrace flow(FlowKind kind, String text, long zeroMs, long endedMs)
            throws IOException {
        long retransmits = FlowJson.parse(kind, text).retransmits();
        JsonNode run = FlowJson.tree(text);
        List<FlowTrace.Span> spans = new ArrayList<>();
        double last = 0;
        for (JsonNode interval : run.path("intervals")) {
            JsonNode sum = interval.path("sum");
            double from = sum.path("start").asDouble(Double.NaN);
            double to = sum.path("end").asDouble(Double.NaN);
            double bps = sum.path("bits_per_second").asDouble(Double.NaN);
            if (to >= from && Double.isFinite(bps)) {
                spans.add(new FlowTrace.Span(from, to, bps));
                last = Math.max(last, to);
            }
        }
        if (spans.isEmpty()) {
            throw new IOException(kind.name() + ": it printed no intervals");
        }
        JsonNode started = run.path("start").path("timestamp").path("timemillisecs");
        double shift =
                started.isNumber()
                        ? (started.asLong() - zeroMs) / MS
                        : (endedMs - zeroMs) / MS - last;
        return new FlowTrace(
                kind.name(),
                wire(kind, run),
                retransmits,
                spans.stream()
                        .map(s -> new FlowTrace.Span(s.fromS() + shift, s.toS() + shift, s.bps()))
                        .toList());
    }

    private static double wire(FlowKind kind, JsonNode run) throws IOException {
        if (kind.tcp()) {
            return CoexistCell.tcpWire();
        }
        int payload = run.path("start").path("test_start").path("payload_bytes").asInt(0);
        if (payload <= 0) {
            throw new IOException(kind.name() + ": no start.test_start.payload_bytes");
        }
        return CoexistCell.oursWire(payload);
    }

    /**
     * Reads the counters that {@code urdma wan --json --interval} printed; other lines, and one
     * that was cut off, are passed over.
     *
     * @param rateBps of the link
     */
    public static PathTrace path(String text, long rateBps) {
        List<PathTrace.Reading> readings = new ArrayList<>();
        text.lines()
                .filter(line -> line.contains("\"interval\""))
                .forEach(line -> reading(line, readings));
        return new PathTrace(rateBps, readings);
    }

    private static void reading(String line, List<PathTrace.Reading> readings) {
        try {
            JsonNode data = FlowJson.tree(line).path("data");
            JsonNode there = data.path("there");
            long drops = there.path("queue_drops").asLong(0);
            readings.add(
                    new PathTrace.Reading(
                            data.path("seconds").asDouble(0),
                            there.path("wire_bytes").asLong(0),
                            there.path("offered").asLong(0) - drops,
                            drops,
                            there.path("queued_ms").asDouble(0)));
        } catch (IOException _) {
            // cut off, as the process was killed
        }
    }
}
