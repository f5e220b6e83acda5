package org.urdma4j.measure.json;

import org.urdma4j.measure.rail.PathReading;
import org.urdma4j.measure.run.Arrivals;
import org.urdma4j.measure.run.FlowInterval;
import org.urdma4j.measure.run.FlowSum;
import org.urdma4j.measure.traffic.ProtectionFacts;
import org.urdma4j.transport.qp.RailStatistics;

import java.util.ArrayList;
import java.util.List;

/** What was counted of a flow in an interval or a whole run. */
final class FlowJson {
    private FlowJson() {}

    static JsonObject received(FlowInterval flow) {
        return sum(flow, flow.receivedSeconds(), flow.receivedBytes(), false);
    }

    /** What the sender knows to have arrived. */
    static JsonObject sent(FlowInterval flow) {
        return sum(flow, flow.sentSeconds(), flow.sentBytes(), true);
    }

    static JsonObject received(FlowSum flows) {
        return sum(
                flows,
                flows.longest(FlowInterval::receivedSeconds),
                flows.receivedBytes(),
                flows.goodputBps(),
                false);
    }

    static JsonObject sent(FlowSum flows) {
        return sum(
                flows,
                flows.longest(FlowInterval::sentSeconds),
                flows.sentBytes(),
                flows.sentBps(),
                true);
    }

    private static JsonObject sum(
            FlowSum flows, double seconds, long bytes, double bitsPerSecond, boolean sender) {
        return new JsonObject()
                .put("start", flows.first().start())
                .put("end", flows.longest(FlowInterval::end))
                .put("seconds", seconds)
                .put("bytes", bytes)
                .put("bits_per_second", bitsPerSecond)
                .put("retransmits", flows.count(flow -> flow.sender().retransmitted()))
                .put("omitted", false)
                .put("sender", sender);
    }

    private static JsonObject sum(FlowInterval flow, double seconds, long bytes, boolean sender) {
        return bytes(flow, seconds, bytes)
                .put("retransmits", flow.sender().retransmitted())
                .put("omitted", flow.omitted())
                .put("sender", sender);
    }

    private static JsonObject bytes(FlowInterval flow, double seconds, long bytes) {
        return new JsonObject()
                .put("start", flow.start())
                .put("end", flow.end())
                .put("seconds", seconds)
                .put("bytes", bytes)
                .put("bits_per_second", FlowInterval.bitsPerSecond(bytes, seconds));
    }

    /** Each stream of the flow, numbered from {@code first}. */
    static List<JsonObject> streams(FlowInterval flow, int first) {
        List<JsonObject> streams = new ArrayList<>();
        for (int i = 0; i < flow.receivedStreams().size(); i++) {
            streams.add(
                    new JsonObject()
                            .put("socket", first + i)
                            .putAll(
                                    bytes(
                                            flow,
                                            flow.receivedSeconds(),
                                            flow.receivedStreams().get(i)))
                            .put("retransmits", flow.retransmitted().get(i))
                            .put("omitted", flow.omitted())
                            .put("sender", false));
        }
        return streams;
    }

    /** What the processors of both hosts did, in percent of one. */
    static JsonObject cpu(FlowInterval flow) {
        return new JsonObject()
                .put("host_total", flow.cpuLocal().totalPercent())
                .put("host_user", flow.cpuLocal().userPercent())
                .put("host_system", flow.cpuLocal().systemPercent())
                .put("remote_total", flow.cpuRemote().totalPercent())
                .put("remote_user", flow.cpuRemote().userPercent())
                .put("remote_system", flow.cpuRemote().systemPercent());
    }

    /** What iperf3 has no word for. */
    static JsonObject urdma(FlowInterval flow) {
        long bytes = flow.receivedBytes();
        JsonObject all =
                new JsonObject()
                        .put("wire_bits_per_second", flow.wireBps())
                        .put("packets", flow.sender().packets())
                        .put("retransmitted", flow.sender().retransmitted())
                        .put("spurious", flow.sender().spurious())
                        .put("repaired", flow.receiver().repaired())
                        .put("repair_packets", flow.sender().repairPackets())
                        .put("fec_share", flow.fecShare())
                        .put("reports", flow.receiver().reports())
                        .put("rnr", flow.receiver().rnr())
                        .put("lost", flow.lost())
                        .put("duplicates", flow.receiver().duplicates())
                        .put("operations", flow.operations())
                        .putMs("rtt_ms", flow.path().rttNs())
                        .putMs("min_rtt_ms", flow.path().minRttNs())
                        .put("in_flight_bytes", flow.path().inFlightBytes())
                        .put("pacing_bits_per_second", (double) flow.path().pacingBps())
                        .putMs("queue_ms", flow.path().queueNs())
                        .put("payload_bytes", flow.path().payloadBytes())
                        .put("socket_drops", flow.receiver().socketDrops())
                        .put("pauses_sent", flow.receiver().pausesSent())
                        .put("pauses_received", flow.sender().pausesReceived())
                        .put("cpu_local_percent", flow.cpuLocal().totalPercent())
                        .put("cpu_remote_percent", flow.cpuRemote().totalPercent())
                        .put(
                                "spurious_share",
                                share(flow.sender().spurious(), flow.sender().packets()))
                        .put(
                                "duplicate_share",
                                share(flow.receiver().duplicates(), flow.receiver().received()))
                        .put(
                                "cpu_seconds_per_gigabyte_local",
                                flow.cpuLocal().secondsPerGigabyte(bytes))
                        .put(
                                "cpu_seconds_per_gigabyte_remote",
                                flow.cpuRemote().secondsPerGigabyte(bytes));
        return flow.arrivals().packets() == 0 ? all : all.putAll(arrivals(flow.arrivals()));
    }

    private static JsonObject arrivals(Arrivals arrivals) {
        JsonObject all = new JsonObject().putMs("jitter_ms", arrivals.jitterNs());
        if (arrivals.isJudged()) {
            all.putMs("one_way_delay_ms", arrivals.delayNs())
                    .putMs("one_way_delay_error_ms", arrivals.errorNs())
                    .put("one_clock", arrivals.oneClock());
        }
        return all;
    }

    private static double share(long part, long all) {
        return FlowInterval.share(part, all);
    }

    /** The paths of a queue pair; null if it has but one. */
    static List<JsonObject> paths(List<PathReading> readings) {
        return readings.isEmpty() ? null : readings.stream().map(FlowJson::path).toList();
    }

    /** A path of a queue pair that has several. What isn't known is null. */
    static JsonObject path(PathReading reading) {
        RailStatistics path = reading.statistics();
        return new JsonObject()
                .put("local", reading.local())
                .put("remote", reading.remote())
                .put("source_ports", path.sourcePorts())
                .put("state", path.state())
                .putMs("rtt_ms", known(path.rttNs()))
                .putMs("min_rtt_ms", known(path.minRttNs()))
                .put("loss_share", path.lossShare())
                .put("goodput_bps", reading.goodputBps())
                .put("containers", path.containers())
                .put("resent_elsewhere", path.resentElsewhere())
                .put("failovers", path.failovers());
    }

    private static double known(long ns) {
        return ns == 0 ? Double.NaN : (double) ns;
    }

    /** How packets were sealed; null for packets in the clear. */
    static JsonObject protection(ProtectionFacts facts) {
        return facts == null
                ? null
                : new JsonObject()
                        .put("suite", facts.suite())
                        .put("implementation", facts.implementation())
                        .putMs("handshake_ms", facts.handshakeNs())
                        .put("epochs", facts.epochs())
                        .put("generations", facts.generations())
                        .put("dropped_auth", facts.droppedAuth())
                        .put("dropped_replay", facts.droppedReplay())
                        .put("dropped_epoch", facts.droppedEpoch())
                        .put("dropped_not_protected", facts.droppedNotProtected())
                        .put("overhead_bytes", facts.overheadBytes())
                        .put("chaff_bytes", facts.chaffBytes());
    }
}
