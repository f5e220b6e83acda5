package org.urdma4j.measure.json;

import org.urdma4j.measure.run.FlowInterval;
import org.urdma4j.measure.run.RunRecord;
import org.urdma4j.measure.spec.Direction;
import org.urdma4j.measure.traffic.LatencySummary;

import java.util.ArrayList;
import java.util.List;

/** All that counts of a run: key {@code end}. */
record EndJson(
        List<StreamJson> streams,
        SumJson sumSent,
        SumJson sumReceived,
        SumJson sumSentBidirReverse,
        SumJson sumReceivedBidirReverse,
        CpuJson cpuUtilizationPercent,
        UrdmaJson urdma,
        UrdmaJson urdmaBidirReverse,
        List<RailJson> paths,
        List<RailJson> pathsBidirReverse,
        LatencyJson latencyUs,
        ProtectionJson protection,
        Boolean verified) {
    static EndJson of(RunRecord record) {
        FlowInterval flow = FlowInterval.total(record, false);
        boolean both = record.head().spec().direction() == Direction.BOTH;
        FlowInterval reverse = both ? FlowInterval.total(record, true) : null;
        List<StreamJson> streams = new ArrayList<>();
        for (SumJson stream : SumJson.streams(flow, 1)) {
            streams.add(new StreamJson(stream));
        }
        if (both) {
            for (SumJson stream : SumJson.streams(reverse, 1 + streams.size())) {
                streams.add(new StreamJson(stream));
            }
        }
        long buffer =
                Math.min(
                        record.head().own().socketBufferBytes(),
                        record.head().peer().socketBufferBytes());
        return new EndJson(
                streams,
                SumJson.sent(flow),
                SumJson.received(flow),
                both ? SumJson.sent(reverse) : null,
                both ? SumJson.received(reverse) : null,
                CpuJson.of(flow),
                UrdmaJson.of(flow, buffer),
                both ? UrdmaJson.of(reverse, buffer) : null,
                RailJson.of(flow.paths()),
                both ? RailJson.of(reverse.paths()) : null,
                LatencyJson.of(record.latency()),
                ProtectionJson.of(record.protection()),
                record.head().spec().load().verify() ? record.failure() == null : null);
    }

    record StreamJson(SumJson receiver) {}

    record CpuJson(
            double hostTotal,
            double hostUser,
            double hostSystem,
            double remoteTotal,
            double remoteUser,
            double remoteSystem) {
        static CpuJson of(FlowInterval flow) {
            return new CpuJson(
                    flow.cpuLocal().totalPercent(flow.seconds()),
                    flow.cpuLocal().userPercent(flow.seconds()),
                    flow.cpuLocal().systemPercent(flow.seconds()),
                    flow.cpuRemote().totalPercent(flow.remoteSeconds()),
                    flow.cpuRemote().userPercent(flow.remoteSeconds()),
                    flow.cpuRemote().systemPercent(flow.remoteSeconds()));
        }
    }

    record LatencyJson(
            long count,
            double min,
            double typical,
            double avg,
            double p99,
            double p999,
            double max) {
        static LatencyJson of(LatencySummary latency) {
            return latency == null
                    ? null
                    : new LatencyJson(
                            latency.count(),
                            latency.min(),
                            latency.typical(),
                            latency.avg(),
                            latency.p99(),
                            latency.p999(),
                            latency.max());
        }
    }
}
