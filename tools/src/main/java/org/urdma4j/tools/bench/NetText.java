package org.urdma4j.tools.bench;

import static java.util.stream.Collectors.joining;

import org.urdma4j.measure.run.Arrivals;
import org.urdma4j.measure.run.FlowInterval;
import org.urdma4j.measure.run.RunHead;
import org.urdma4j.measure.run.RunRecord;
import org.urdma4j.measure.spec.Direction;
import org.urdma4j.measure.spec.Load;
import org.urdma4j.measure.spec.Protocol;
import org.urdma4j.measure.spec.RunSpec;
import org.urdma4j.measure.spec.Side;
import org.urdma4j.measure.traffic.EndFacts;
import org.urdma4j.measure.traffic.LatencySummary;
import org.urdma4j.measure.traffic.ProtectionFacts;
import org.urdma4j.measure.traffic.Responsiveness;
import org.urdma4j.transport.port.linux.AnonymousMemory;

import java.io.PrintWriter;
import java.util.Locale;

/** A run for people: what runs, a line for each interval, and a summary. */
final class NetText {
    private static final double NS_PER_MS = 1e6;

    private final PrintWriter out;
    private final String mark;

    NetText(PrintWriter out) {
        this(out, "");
    }

    /**
     * Prints.
     *
     * @param mark behind the line of an interval
     */
    NetText(PrintWriter out, String mark) {
        this.out = out;
        this.mark = mark;
    }

    void start(RunHead head) {
        RunSpec spec = head.spec();
        print("%s: %s", head.side() == Side.SERVER ? "client" : "server", peer(head));
        print("%s", describe(head));
        if (head.own().socketBufferBytes() > 0) {
            print(
                    "socket buffers: %s%s",
                    Quantities.bytes(head.own().socketBufferBytes()),
                    head.side() == Side.SERVER
                            ? ""
                            : " here, %s there"
                                    .formatted(Quantities.bytes(head.peer().socketBufferBytes())));
        }
        if (spec.protocol().rdma()) {
            AnonymousMemory.withoutHugePages()
                    .ifPresent(why -> print("no huge pages here, slower at MTU 9000: %s", why));
        }
        without(head.own(), head.side() == Side.SERVER ? "" : " here");
        if (head.side() == Side.CLIENT) {
            without(head.peer(), " there");
        }
    }

    /** Prints what stands above the lines of intervals, if there are to be any. */
    void columns(RunHead head) {
        if (head.spec().load().intervalNs() > 0) {
            print("%s", IntervalLine.head());
        }
    }

    private void without(EndFacts end, String where) {
        if (!end.without().isEmpty()) {
            print(
                    "without %s%s",
                    end.without().stream().map(Enum::name).collect(joining(" and ")), where);
        }
    }

    private static String peer(RunHead head) {
        return "%s port %d, urdma4j %s"
                .formatted(
                        head.remote().getAddress().getHostAddress(),
                        head.remote().getPort(),
                        head.peerSoftware());
    }

    private static String describe(RunHead head) {
        RunSpec spec = head.spec();
        Load load = spec.load();
        String way =
                switch (spec.direction()) {
                    case FORWARD -> "posted by the client";
                    case REVERSE -> "posted by the server";
                    case BOTH -> "posted by both sides";
                };
        String common =
                "%s of %s, %s"
                        .formatted(
                                spec.protocol() == Protocol.TCP
                                        ? "stream"
                                        : spec.operation().label(),
                                Quantities.bytes(load.size()),
                                way);
        if (spec.protocol() == Protocol.TCP) {
            return "TCP %s, %d connection%s, MSS %d"
                    .formatted(
                            common,
                            load.streams(),
                            load.streams() == 1 ? "" : "s",
                            head.own().mtu());
        }
        return "%s %s %s, %d queue pair%s, depth %d%npayload %d bytes%s%s"
                .formatted(
                        spec.protocol() == Protocol.URDMA ? "URDMA" : "Standard",
                        spec.qp(),
                        common,
                        load.streams(),
                        load.streams() == 1 ? "" : "s",
                        load.depth(),
                        head.own().payloadBytes(),
                        spec.protocol() == Protocol.URDMA
                                ? "; %s, FEC %s".formatted(spec.tuning().cc(), spec.tuning().fec())
                                        + WeightLine.head(spec.tuning().weights())
                                : spec.tuning().congestionControl().needsLineRate()
                                        ? "; " + spec.tuning().cc()
                                        : spec.toGroup() ? "; to " + spec.multicast() : "",
                        spec.tuning().sl() == 0 ? "" : "; SL " + spec.tuning().sl());
    }

    void interval(RunRecord record, int index) {
        line(FlowInterval.of(record, index - 1, index, false), record);
        if (record.head().spec().direction() == Direction.BOTH) {
            line(FlowInterval.of(record, index - 1, index, true), record);
        }
    }

    private void line(FlowInterval flow, RunRecord record) {
        print("%s", IntervalLine.of(flow, record.head().side(), mark));
        flow.paths().forEach(path -> print("%s", PathLine.of(path)));
    }

    void summary(RunRecord record) {
        if (!record.measured()) {
            return;
        }
        boolean both = record.head().spec().direction() == Direction.BOTH;
        summary(record, FlowInterval.total(record, false), both ? "client to server: " : "");
        if (both) {
            summary(record, FlowInterval.total(record, true), "server to client: ");
        }
        if (record.latency() != null) {
            latency(record.latency());
        }
        if (record.head().spec().load().probed() && record.head().side() == Side.CLIENT) {
            responsiveness(record.responsiveness());
        }
        if (record.protection() != null) {
            protection(record.protection());
        }
        if (record.head().spec().load().verify() && record.failure() == null) {
            print("every byte was verified");
        }
        String warning = SocketWarning.of(record, FlowInterval.total(record, false).goodputBps());
        if (warning != null) {
            print("%s", warning);
        }
        if (!record.output().isEmpty()) {
            print("%nthe server's output:%n%s", record.output().stripTrailing());
        }
        out.flush();
    }

    private void summary(RunRecord record, FlowInterval flow, String what) {
        print("");
        boolean reliable = record.head().spec().qp().reliable();
        if (!flow.senderSeen()) {
            print(
                    "%s%s; %sby the receiver's socket lost %d",
                    what,
                    received(flow),
                    record.head().spec().toGroup()
                            ? "by the path lost %d, ".formatted(flow.lost())
                            : "",
                    flow.receiver().socketDrops());
            if (record.head().spec().toGroup()) {
                arrivals(flow);
            }
            return;
        }
        print(
                "%s%s; %s %s in %.2f s: %s",
                what,
                received(flow),
                reliable ? "acknowledged" : "sent",
                Quantities.bytes(flow.sentBytes()),
                flow.sentSeconds(),
                Quantities.rate(FlowInterval.bitsPerSecond(flow.sentBytes(), flow.sentSeconds())));
        print(
                "wire rate %s, %d packets, %d operations",
                Quantities.rate(flow.wireBps()), flow.sender().packets(), flow.operations());
        if (!reliable) {
            messages(record, flow);
        }
        print(
                "sent again %d, in vain %d; lost by the path %s%d, by the receiver's socket %s%d",
                flow.sender().retransmitted(),
                flow.sender().spurious(),
                flow.receiver().socketDrops() > 0 ? "up to " : "",
                flow.lost(),
                flow.receiver().socketDrops() > 0 ? "at least " : "",
                flow.receiver().socketDrops());
        print(
                "repaired by FEC %d, FEC share %.2f %%; reports %d, receiver not ready %d",
                flow.receiver().repaired(),
                100 * flow.fecShare(),
                flow.receiver().reports(),
                flow.receiver().rnr());
        arrivals(flow);
        pauses(flow);
        WeightLine.of(record.head().spec().tuning().weights(), flow)
                .forEach(line -> print("%s", line));
        flow.paths().forEach(path -> print("%s", PathLine.total(path)));
        String perGb =
                flow.receivedBytes() == 0
                        ? "-"
                        : "%.2f/%.2f CPU s per GB"
                                .formatted(
                                        flow.cpuLocal().secondsPerGigabyte(flow.receivedBytes()),
                                        flow.cpuRemote().secondsPerGigabyte(flow.receivedBytes()));
        if (record.head().side() == Side.CLIENT) {
            boolean latency = record.head().spec().load().latency();
            print(
                    "CPU here/there %s %%%s",
                    IntervalLine.cpu(flow, Side.CLIENT), latency ? "" : ", " + perGb);
        }
    }

    private void arrivals(FlowInterval flow) {
        Arrivals arrivals = flow.arrivals();
        if (arrivals.packets() == 0 || !flow.receiverSeen()) {
            return;
        }
        if (!arrivals.isJudged()) {
            print("jitter %.4f ms", arrivals.jitterNs() / NS_PER_MS);
            return;
        }
        String half = String.format(Locale.ROOT, "%.4f", arrivals.errorNs() / NS_PER_MS);
        print(
                "jitter %.4f ms; one way %.4f ms on average, %s",
                arrivals.jitterNs() / NS_PER_MS,
                arrivals.delayNs() / NS_PER_MS,
                arrivals.oneClock()
                        ? "both ends have one clock"
                        : "+/- %s ms: half the least round trip, as clocks differ".formatted(half));
    }

    /** Only where there were any: few runs are on a cable that is asked to stop. */
    private void pauses(FlowInterval flow) {
        long sent = flow.receiver().pausesSent();
        long received = flow.sender().pausesReceived();
        if (sent + received > 0) {
            print("pauses sent by the receiver %d, heard by the sender %d", sent, received);
        }
    }

    private static String received(FlowInterval flow) {
        return String.format(
                Locale.ROOT,
                "received %s in %.2f s: %s",
                Quantities.bytes(flow.receivedBytes()),
                flow.receivedSeconds(),
                Quantities.rate(flow.goodputBps()));
    }

    /** What arrived as whole messages; some may still be under way when the last is counted. */
    private void messages(RunRecord record, FlowInterval flow) {
        long size = record.head().spec().load().size();
        long sent = flow.sentBytes() / size;
        long received = flow.receivedBytes() / size;
        // those to a group are numbered, so that none that is under way counts as lost
        long lost =
                record.head().spec().toGroup()
                        ? flow.receiver().lost()
                        : Math.max(0, sent - received);
        print(
                "messages sent %d, received %d; lost %d, %.3f %%",
                sent, received, lost, 100 * FlowInterval.share(lost, sent));
    }

    private void protection(ProtectionFacts facts) {
        print(
                "sealed by %s, %s: handshake %.0f ms, %d key%s of %d generation%s",
                facts.suite(),
                facts.implementation(),
                facts.handshakeNs() / NS_PER_MS,
                facts.epochs(),
                facts.epochs() == 1 ? "" : "s",
                facts.generations(),
                facts.generations() == 1 ? "" : "s");
        if (facts.chaffBytes() > 0) {
            print("chaff: %s", Quantities.bytes(facts.chaffBytes()));
        }
        long dropped =
                facts.droppedAuth()
                        + facts.droppedReplay()
                        + facts.droppedEpoch()
                        + facts.droppedNotProtected();
        if (dropped > 0) {
            print(
                    "dropped: %d forged, %d come again, %d of other keys, %d in the clear",
                    facts.droppedAuth(),
                    facts.droppedReplay(),
                    facts.droppedEpoch(),
                    facts.droppedNotProtected());
        }
    }

    private void responsiveness(Responsiveness times) {
        if (times == null) {
            print("no round trip was timed beside the traffic: it was too short");
            return;
        }
        latency("idle", times.idle());
        latency("loaded", times.loaded());
        print(
                "responsiveness %.0f round trips a minute, idle %.0f, by the mean of the shortest"
                        + " 95 %%",
                times.rpm(), times.idleRpm());
    }

    private void latency(LatencySummary times) {
        latency("operations", times);
    }

    private void latency(String what, LatencySummary times) {
        print("");
        print(
                "%10s %10s %13s %10s %10s %12s %10s",
                what, "t_min us", "t_typical us", "t_avg us", "99 % us", "99.9 % us", "t_max us");
        print(
                "%10d %10.2f %13.2f %10.2f %10.2f %12.2f %10.2f",
                times.count(),
                times.min(),
                times.typical(),
                times.avg(),
                times.p99(),
                times.p999(),
                times.max());
    }

    @SuppressWarnings("AnnotateFormatMethod") // its annotation would be a dependency
    private void print(String format, Object... values) {
        out.println(String.format(Locale.ROOT, format, values).stripTrailing());
        out.flush();
    }
}
