package org.urdma4j.measure.json;

import org.urdma4j.measure.run.RunHead;
import org.urdma4j.measure.spec.Direction;
import org.urdma4j.measure.spec.Load;
import org.urdma4j.measure.spec.RunSpec;
import org.urdma4j.measure.spec.Tuning;

import java.net.InetSocketAddress;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collections;

/** What is known before the first interval: key {@code start}. */
final class StartJson {
    private static final double NS = 1e9;
    private static final int DSCP_SHIFT = 2;

    private StartJson() {}

    static JsonObject of(RunHead head, String software, String title) {
        return new JsonObject()
                .put("version", "urdma4j " + software)
                .put("peer_version", "urdma4j " + head.peerSoftware())
                .put(
                        "system_info",
                        "%s %s %s, Java %s"
                                .formatted(
                                        System.getProperty("os.name"),
                                        System.getProperty("os.version"),
                                        System.getProperty("os.arch"),
                                        Runtime.version().feature()))
                .put("timestamp", timestamp(head.time()))
                .putKnown("title", title)
                .put(
                        "connected",
                        Collections.nCopies(
                                head.spec().load().streams(),
                                connected(head.local(), head.remote())))
                .put("test_start", testStart(head));
    }

    private static JsonObject timestamp(Instant instant) {
        return new JsonObject()
                .put(
                        "time",
                        DateTimeFormatter.RFC_1123_DATE_TIME.format(
                                instant.atOffset(ZoneOffset.UTC)))
                .put("timesecs", instant.getEpochSecond())
                .put("timemillisecs", instant.toEpochMilli());
    }

    private static JsonObject connected(InetSocketAddress local, InetSocketAddress remote) {
        return new JsonObject()
                .put("local_host", local.getAddress().getHostAddress())
                .put("local_port", local.getPort())
                .put("remote_host", remote.getAddress().getHostAddress())
                .put("remote_port", remote.getPort());
    }

    private static JsonObject testStart(RunHead head) {
        RunSpec spec = head.spec();
        Load load = spec.load();
        Tuning tuning = spec.tuning();
        return new JsonObject()
                .put("protocol", spec.protocol().label())
                .put("op", spec.operation().label())
                .put("qp", spec.qp().label())
                .putKnown("multicast", spec.toGroup() ? spec.multicast() : null)
                .put("num_streams", load.streams())
                .put("blksize", load.size())
                .put("depth", load.depth())
                .put("omit", load.omitNs() / NS)
                .put("duration", load.timeNs() / NS)
                .put("bytes", load.bytes())
                .put("interval", load.intervalNs() / NS)
                .put("reverse", spec.direction() == Direction.REVERSE ? 1 : 0)
                .put("bidir", spec.direction() == Direction.BOTH ? 1 : 0)
                .put("mtu", head.own().mtu())
                .put("payload_bytes", head.own().payloadBytes())
                .put("without", head.own().without())
                .put("peer_without", head.peer().without())
                .put("cc", congestionControl(spec))
                .put("reference_rate", tuning.referenceRateBps())
                .put("target_bitrate", tuning.rateBps())
                .put("fec", tuning.fec())
                .put("timeout", tuning.timeout())
                .put("retry", tuning.retry())
                .put("tos", tuning.dscp() << DSCP_SHIFT)
                .put("sl", tuning.sl())
                .put("control", tuning.control().label())
                .put("verify", load.verify())
                .put("latency", load.latency())
                .put("latency_under_load", load.probed());
    }

    private static String congestionControl(RunSpec spec) {
        return switch (spec.protocol()) {
            case URDMA -> spec.tuning().cc();
            case STANDARD ->
                    spec.tuning().congestionControl().needsLineRate() ? spec.tuning().cc() : "none";
            case TCP -> spec.tuning().tcpCc().isEmpty() ? "default" : spec.tuning().tcpCc();
        };
    }
}
