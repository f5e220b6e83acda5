package org.urdma4j.measure.run;

import org.urdma4j.measure.rail.PathMeter;
import org.urdma4j.measure.rail.PathReading;
import org.urdma4j.measure.spec.Direction;
import org.urdma4j.measure.spec.Load;
import org.urdma4j.measure.spec.RunSpec;
import org.urdma4j.measure.traffic.CpuUse;
import org.urdma4j.measure.traffic.PathGauge;
import org.urdma4j.measure.traffic.Sample;
import org.urdma4j.measure.traffic.StreamTally;
import org.urdma4j.measure.traffic.WireTally;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * What one flow of a run, from one side to the other, did between two samples.
 *
 * @param start seconds since the run began, or since its omitted start was over
 * @param end the same of the later sample
 * @param omitted whether it lies in the start that doesn't count
 * @param sentSeconds between the samples of the side that the data comes from
 * @param receivedSeconds between those of the side that it goes to
 * @param sentStreams what was acknowledged to the side that it comes from
 * @param receivedStreams what came to the other and is in place
 * @param operations requests that completed
 * @param retransmitted packets sent again, of each stream
 * @param sender packets of the side that the data comes from
 * @param receiver packets of the side that it goes to
 * @param path as the sender saw it at the end
 * @param paths of a sender that has several, with rates in between
 * @param arrivals of data at the receiver
 * @param cpuLocal what this process used of the processors, by this side's clock
 * @param cpuRemote the other side's, by its own
 * @param senderSeen whether figures of the side that the data comes from are known here; if not,
 *     those of the other stand in their place
 * @param receiverSeen the same of the side that it goes to
 */
public record FlowInterval(
        double start,
        double end,
        boolean omitted,
        double sentSeconds,
        double receivedSeconds,
        List<Long> sentStreams,
        List<Long> receivedStreams,
        long operations,
        List<Long> retransmitted,
        WireTally sender,
        WireTally receiver,
        PathGauge path,
        List<PathReading> paths,
        Arrivals arrivals,
        CpuUse cpuLocal,
        CpuUse cpuRemote,
        boolean senderSeen,
        boolean receiverSeen) {
    private static final double NS = 1e9;
    private static final int BITS = 8;

    /** Copies the lists. */
    public FlowInterval {
        sentStreams = List.copyOf(sentStreams);
        receivedStreams = List.copyOf(receivedStreams);
        retransmitted = List.copyOf(retransmitted);
        paths = List.copyOf(paths);
    }

    /**
     * Computes one between samples {@code from} and {@code to}, which this side has.
     *
     * @param reverse whether the flow that the server posts is meant, in a run both ways; in others
     *     there is one only
     */
    public static FlowInterval of(RunRecord record, int from, int to, boolean reverse) {
        RunSpec spec = record.head().spec();
        boolean localPosts =
                spec.direction() == Direction.BOTH
                        ? !reverse
                        : spec.direction().posts(record.head().side());
        boolean localSends = localPosts != spec.operation().fetches();
        Span local = new Span(at(record.local(), from), at(record.local(), to));
        Span remote =
                record.remote().isEmpty()
                        ? local
                        : new Span(at(record.remote(), from), at(record.remote(), to));
        Span sender = localSends ? local : remote;
        Span receiver = localSends ? remote : local;
        Span poster = localPosts ? local : remote;
        Load load = spec.load();
        int counted = firstCounted(load);
        boolean omitted = from < counted;
        long originNs = omitted ? 0 : at(record.local(), counted).timeNs();
        boolean alone = record.remote().isEmpty();
        List<Long> received =
                receiver.streams(alone && localSends ? StreamTally::done : StreamTally::received);
        boolean fetches = spec.operation().fetches() || (alone && !localSends);
        return new FlowInterval(
                (local.from.timeNs() - originNs) / NS,
                (local.to.timeNs() - originNs) / NS,
                omitted,
                (fetches ? receiver : sender).seconds(),
                receiver.seconds(),
                fetches ? received : sender.streams(StreamTally::done),
                received,
                poster.to.tally().sum().operations() - poster.from.tally().sum().operations(),
                sender.streams(StreamTally::retransmitted),
                spec.toGroup() ? sender.wire().withLost(receiver.wire().lost()) : sender.wire(),
                receiver.wire(),
                sender.to.tally().path(),
                sender.paths(),
                Arrivals.of(
                        receiver.to.tally().arrivals().minus(receiver.from.tally().arrivals()),
                        record.head().oneClock()),
                local.cpu(),
                remote.cpu(),
                localSends || !alone,
                !localSends || !alone);
    }

    /** Computes one over all that counts. */
    public static FlowInterval total(RunRecord record, boolean reverse) {
        int last = record.samples() - 1;
        int first = firstCounted(record.head().spec().load());
        return of(record, first < last ? first : 0, last, reverse);
    }

    /** Returns the index of the sample where the omitted start is over, as planned. */
    private static int firstCounted(Load load) {
        if (load.omitNs() == 0 || load.intervalNs() == 0) {
            return load.omitNs() == 0 ? 0 : 1;
        }
        return (int) ((load.omitNs() + load.intervalNs() - 1) / load.intervalNs());
    }

    /** A side that was done earlier has no more samples; its last holds. */
    private static Sample at(List<Sample> samples, int index) {
        return samples.get(Math.min(index, samples.size() - 1));
    }

    /** Returns the bytes that arrived. */
    public long receivedBytes() {
        return sum(receivedStreams);
    }

    /** Returns the bytes that the sender knows to have arrived. */
    public long sentBytes() {
        return sum(sentStreams);
    }

    /** Returns goodput in bit/s: what arrived, by the clock of the side that it came to. */
    public double goodputBps() {
        return bitsPerSecond(receivedBytes(), receivedSeconds);
    }

    /** Returns what the sender gave to the link, bit/s. */
    public double wireBps() {
        return bitsPerSecond(sender.wireBytes(), sentSeconds);
    }

    /** Returns the share of repair packets among all sent, 0 to 1. */
    public double fecShare() {
        return share(sender.repairPackets(), sender.packets());
    }

    /**
     * Returns the packets that the path lost: those that weren't sent again in vain, or were
     * repaired, but for those that the receiver's socket dropped. The kernel counts a batch that it
     * had joined as one drop, so with such drops this is the most that it can be.
     */
    public long lost() {
        return Math.max(0, sender.lost() + receiver.repaired() - receiver.socketDrops());
    }

    /** Returns a share, 0 when there is nothing to have a share of. */
    public static double share(long part, long whole) {
        return whole <= 0 ? 0 : (double) part / (double) whole;
    }

    /** Returns a rate, 0 when no time passed. */
    public static double bitsPerSecond(long bytes, double seconds) {
        return seconds <= 0 ? 0 : (double) bytes * BITS / seconds;
    }

    private static long sum(List<Long> values) {
        return values.stream().mapToLong(Long::longValue).sum();
    }

    /** Two samples of a side. */
    private record Span(Sample from, Sample to) {
        double seconds() {
            return (to.timeNs() - from.timeNs()) / NS;
        }

        WireTally wire() {
            return to.tally().wire().minus(from.tally().wire());
        }

        List<PathReading> paths() {
            PathMeter meter = new PathMeter(from.timeNs());
            var _ = meter.read(from.tally().paths(), from.timeNs());
            return meter.read(to.tally().paths(), to.timeNs());
        }

        CpuUse cpu() {
            return new CpuUse(to.cpu().minus(from.cpu()), seconds());
        }

        List<Long> streams(ToLongFunction<StreamTally> field) {
            List<Long> result = new ArrayList<>();
            for (int i = 0; i < to.tally().streams().size(); i++) {
                StreamTally before = from.tally().streams().get(i);
                result.add(field.applyAsLong(to.tally().streams().get(i).minus(before)));
            }
            return result;
        }
    }
}
