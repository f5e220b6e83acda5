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
import java.util.List;

/** What is known before the first interval: key {@code start}. */
record StartJson(
        String version,
        String peerVersion,
        String systemInfo,
        Timestamp timestamp,
        String title,
        List<Connected> connected,
        TestStart testStart) {
    private static final double NS = 1e9;

    static StartJson of(RunHead head, String software, String title) {
        Connected one = Connected.of(head.local(), head.remote());
        return new StartJson(
                "urdma4j " + software,
                "urdma4j " + head.peerSoftware(),
                "%s %s %s, Java %s"
                        .formatted(
                                System.getProperty("os.name"),
                                System.getProperty("os.version"),
                                System.getProperty("os.arch"),
                                Runtime.version().feature()),
                Timestamp.of(head.time()),
                title,
                Collections.nCopies(head.spec().load().streams(), one),
                TestStart.of(head));
    }

    record Timestamp(String time, long timesecs, long timemillisecs) {
        static Timestamp of(Instant instant) {
            return new Timestamp(
                    DateTimeFormatter.RFC_1123_DATE_TIME.format(instant.atOffset(ZoneOffset.UTC)),
                    instant.getEpochSecond(),
                    instant.toEpochMilli());
        }
    }

    record Connected(String localHost, int localPort, String remoteHost, int remotePort) {
        static Connected of(InetSocketAddress local, InetSocketAddress remote) {
            return new Connected(
                    local.getAddress().getHostAddress(),
                    local.getPort(),
                    remote.getAddress().getHostAddress(),
                    remote.getPort());
        }
    }

    record TestStart(
            String protocol,
            String op,
            String qp,
            int numStreams,
            long blksize,
            int depth,
            double omit,
            double duration,
            long bytes,
            double interval,
            int reverse,
            int bidir,
            int mtu,
            int payloadBytes,
            String cc,
            long referenceRate,
            long targetBitrate,
            String fec,
            int timeout,
            int retry,
            int tos,
            int sl,
            String control,
            boolean verify,
            boolean latency) {
        private static final int DSCP_SHIFT = 2;

        static TestStart of(RunHead head) {
            RunSpec spec = head.spec();
            Load load = spec.load();
            Tuning tuning = spec.tuning();
            return new TestStart(
                    spec.protocol().label(),
                    spec.operation().label(),
                    spec.qp().label(),
                    load.streams(),
                    load.size(),
                    load.depth(),
                    load.omitNs() / NS,
                    load.timeNs() / NS,
                    load.bytes(),
                    load.intervalNs() / NS,
                    spec.direction() == Direction.REVERSE ? 1 : 0,
                    spec.direction() == Direction.BOTH ? 1 : 0,
                    head.own().mtu(),
                    head.own().payloadBytes(),
                    congestionControl(spec),
                    tuning.referenceRateBps(),
                    tuning.rateBps(),
                    tuning.fec(),
                    tuning.timeout(),
                    tuning.retry(),
                    tuning.dscp() << DSCP_SHIFT,
                    tuning.sl(),
                    tuning.control().label(),
                    load.verify(),
                    load.latency());
        }

        private static String congestionControl(RunSpec spec) {
            return switch (spec.protocol()) {
                case URDMA -> spec.tuning().cc();
                case STANDARD ->
                        spec.tuning().congestionControl().needsLineRate()
                                ? spec.tuning().cc()
                                : "none";
                case TCP -> spec.tuning().tcpCc().isEmpty() ? "default" : spec.tuning().tcpCc();
            };
        }
    }
}
