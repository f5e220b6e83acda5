package org.urdma4j.report.run;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Documents as the bench writes them, with made-up figures. */
public final class SampleRuns {
    private static final JsonMapper JSON = new JsonMapper();

    private SampleRuns() {}

    /** Returns three protocols over one path, two seconds omitted and so many counted. */
    public static List<JsonNode> threeProtocols(int seconds) {
        List<JsonNode> runs = new ArrayList<>();
        runs.add(run("urdma", "rrcc", 935e6, 21, seconds));
        runs.add(run("standard", "fixed", 190e6, 24, seconds));
        runs.add(run("tcp", "cubic", 28e6, 20.4, seconds));
        return runs;
    }

    /** Returns a run whose figures go up and down around {@code bps} and {@code rttMs}. */
    public static ObjectNode run(
            String protocol, String cc, double bps, double rttMs, int seconds) {
        SplittableRandom random = new SplittableRandom(seconds);
        ObjectNode run = JSON.createObjectNode();
        ObjectNode start = run.putObject("start");
        start.put("version", "urdma4j 0.1.0").put("system_info", "Linux 6.18, 2 processors");
        start.putObject("timestamp").put("time", "Sat, 21 Nov 2026 17:00:00 GMT");
        start.putArray("connected")
                .addObject()
                .put("local_host", "10.0.0.1")
                .put("local_port", 51234)
                .put("remote_host", "10.0.0.2")
                .put("remote_port", 4791);
        start.putObject("test_start")
                .put("protocol", protocol)
                .put("op", "write")
                .put("num_streams", 1)
                .put("blksize", 1048576)
                .put("omit", 2)
                .put("duration", seconds)
                .put("mtu", 4096)
                .put("cc", cc);
        ArrayNode intervals = run.putArray("intervals");
        for (int i = -2; i < seconds; i++) {
            double factor = i == -2 ? 0.6 : 0.95 + 0.1 * random.nextDouble();
            interval(intervals.addObject(), protocol, i, factor * bps, (2 - factor) * rttMs);
        }
        end(run.putObject("end"), protocol, bps, seconds);
        return run;
    }

    /** As iperf3 does, time begins anew after what is omitted. */
    private static void interval(
            ObjectNode interval, String protocol, int second, double bps, double rttMs) {
        int from = second < 0 ? second + 2 : second;
        interval.putArray("streams");
        interval.putObject("sum")
                .put("start", (double) from)
                .put("end", from + 1.0)
                .put("seconds", 1.0)
                .put("bytes", (long) (bps / 8))
                .put("bits_per_second", bps)
                .put("retransmits", (long) (bps / 32768 / 1000))
                .put("omitted", second < 0);
        boolean rdma = !protocol.equals("tcp");
        interval.putObject("urdma")
                .put("wire_bits_per_second", rdma ? bps * 1.03 : 0)
                .put("packets", rdma ? (long) (bps / 32768) : 0)
                .put("retransmitted", (long) (bps / 32768 / 1000))
                .put("repaired", protocol.equals("urdma") ? (long) (bps / 32768 / 3000) : 0)
                .put("lost", (long) (bps / 32768 / 1000))
                .put("rtt_ms", rttMs)
                .put("min_rtt_ms", 20.1)
                .put("queue_ms", rdma ? rttMs - 20 : 0)
                .put("in_flight_bytes", (long) (bps * rttMs / 8e3))
                .put("pacing_bits_per_second", bps * 1.05)
                .put("socket_drops", 0)
                .put("cpu_local_percent", 41.5)
                .put("cpu_remote_percent", 37.25);
    }

    private static void end(ObjectNode end, String protocol, double bps, int seconds) {
        end.putObject("sum_sent").put("retransmits", 285);
        end.putObject("sum_received")
                .put("start", 0.0)
                .put("end", (double) seconds)
                .put("seconds", (double) seconds)
                .put("bytes", (long) (bps * seconds / 8))
                .put("bits_per_second", bps);
        boolean rdma = !protocol.equals("tcp");
        end.putObject("urdma")
                .put("wire_bits_per_second", rdma ? bps * 1.03 : 0)
                .put("packets", rdma ? 285_000 : 0)
                .put("retransmitted", 285)
                .put("repaired", protocol.equals("urdma") ? 95 : 0)
                .put("socket_drops", 0)
                .put("cpu_seconds_per_gigabyte_local", 0.82)
                .put("cpu_seconds_per_gigabyte_remote", 0.75)
                .put("socket_buffer_bytes", 8 << 20);
    }
}
