package org.urdma4j.measure.json;

import org.urdma4j.measure.run.FlowInterval;

import java.util.ArrayList;
import java.util.List;

/** Bytes over a time, of one stream or of all. */
record SumJson(
        Integer socket,
        double start,
        double end,
        double seconds,
        long bytes,
        double bitsPerSecond,
        long retransmits,
        boolean omitted,
        boolean sender) {
    /** What arrived in an interval. */
    static SumJson received(FlowInterval flow) {
        return of(null, flow, flow.receivedSeconds(), flow.receivedBytes(), false);
    }

    /** What the sender knows to have arrived. */
    static SumJson sent(FlowInterval flow) {
        return of(null, flow, flow.sentSeconds(), flow.sentBytes(), true);
    }

    private static SumJson of(
            Integer socket, FlowInterval flow, double seconds, long bytes, boolean sender) {
        return new SumJson(
                socket,
                flow.start(),
                flow.end(),
                seconds,
                bytes,
                FlowInterval.bitsPerSecond(bytes, seconds),
                flow.sender().retransmitted(),
                flow.omitted(),
                sender);
    }

    /** Each stream of the flow, numbered from {@code first}. */
    static List<SumJson> streams(FlowInterval flow, int first) {
        List<SumJson> streams = new ArrayList<>();
        for (int i = 0; i < flow.receivedStreams().size(); i++) {
            long bytes = flow.receivedStreams().get(i);
            streams.add(
                    new SumJson(
                            first + i,
                            flow.start(),
                            flow.end(),
                            flow.receivedSeconds(),
                            bytes,
                            FlowInterval.bitsPerSecond(bytes, flow.receivedSeconds()),
                            flow.retransmitted().get(i),
                            flow.omitted(),
                            false));
        }
        return streams;
    }
}
