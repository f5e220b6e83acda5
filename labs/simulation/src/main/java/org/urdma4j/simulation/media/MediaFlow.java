package org.urdma4j.simulation.media;

import org.urdma4j.simulation.host.ForeignPort;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.queue.Ecn;
import org.urdma4j.simulation.time.VirtualTime;
import org.urdma4j.simulation.time.VirtualTimer;

import java.util.ArrayDeque;

/**
 * A real-time flow: packets of 1,200 bytes at the rate that NADA (RFC 8698) allows, and a report
 * each 100 ms from the receiver, over the routes between two hosts that do nothing else. While no
 * report comes the rate stays. Confined to the thread that runs the virtual time.
 */
public final class MediaFlow {
    /** Bytes of a packet with its headers, Ethernet's too, as a wire counts them. */
    public static final int WIRE = 1_200 + 12 + 8 + 20 + 38;

    /** What links add to a packet. */
    private static final int FRAMING = 70;

    private static final int REPORT = 84;
    private static final long REPORT_NS = (long) (Nada.INTERVAL_MS * 1e6);

    /** What a report says. */
    private record Report(double received, boolean rising, double signalMs, long lastSentNs) {}

    private final SimulatedHost source;
    private final SimulatedHost sink;
    private final VirtualTime time;
    private final boolean ecn;
    private final Nada nada;
    private final CongestionSignal signal = new CongestionSignal();
    private final ForeignPort here;
    private final ForeignPort there;
    private final VirtualTimer pacer;
    private final VirtualTimer reporter;
    private final ArrayDeque<Report> reports = new ArrayDeque<>();
    private final ArrayDeque<Long> sentNs = new ArrayDeque<>();
    private long reported;
    private long heard;
    private long sent;
    private long expected;
    private long reportAtNs;
    private long newestSentNs;
    private long arrived;
    private boolean stopped;

    /**
     * Creates a flow that {@link #start} has begin, at its least rate.
     *
     * @param source has a route to the sink, and the sink to it
     * @param least bit/s, above 0; NADA's default is 150 kbit/s
     * @param most bit/s, no less; NADA's default is 1.5 Mbit/s
     * @param priority its weight among others like it, above 0; NADA's default is 1
     * @param ecn whether it asks for marks in place of losses
     * @throws IllegalArgumentException if a number is out of its range
     */
    public MediaFlow(
            SimulatedNetwork network,
            SimulatedHost source,
            SimulatedHost sink,
            double least,
            double most,
            double priority,
            boolean ecn) {
        if (!(least > 0 && most >= least && Double.isFinite(most) && priority > 0)) {
            throw new IllegalArgumentException(
                    "a media flow has 0 < least <= most bit/s and a priority above 0, not %s, %s, %s"
                            .formatted(least, most, priority));
        }
        this.source = source;
        this.sink = sink;
        this.time = network.time();
        this.ecn = ecn;
        nada = new Nada(least, most, priority);
        here = new ForeignPort(network, source, (number, marked) -> onReport(number));
        there = new ForeignPort(network, sink, this::onPacket);
        pacer = time.timer(this::send);
        reporter = time.timer(this::report);
    }

    public MediaFlow start() {
        send();
        return this;
    }

    /** Sends nothing more. */
    public void stop() {
        stopped = true;
        pacer.cancel();
        reporter.cancel();
    }

    private void send() {
        long nowNs = time.nowNs();
        sentNs.addLast(nowNs);
        here.send(sink, WIRE - FRAMING, sent++, ecn ? Ecn.ECT_0 : Ecn.NOT_ECT, 0);
        pacer.schedule(nowNs + (long) (8e9 * WIRE / nada.rate()));
    }

    private void onPacket(long number, boolean marked) {
        if (number < expected) {
            return; // it came late and counts as lost
        }
        long nowNs = time.nowNs();
        int missing = (int) (number - expected);
        for (long i = expected; i <= number; i++) {
            newestSentNs = sentNs.removeFirst();
        }
        expected = number + 1;
        arrived++;
        signal.onPacket((nowNs - newestSentNs) / 1e6, 8 * WIRE, missing, marked);
        if (!reporter.isScheduled() && !stopped) {
            reporter.schedule(nowNs + REPORT_NS);
        }
    }

    private void report() {
        Report report =
                new Report(
                        signal.receivedRate(Nada.INTERVAL_MS),
                        signal.isRising(),
                        signal.signalMs(),
                        newestSentNs);
        signal.next();
        reports.addLast(report);
        there.send(source, REPORT, reported++, Ecn.NOT_ECT, 0);
        reporter.schedule(time.nowNs() + REPORT_NS);
    }

    private void onReport(long number) {
        if (number < heard) {
            return;
        }
        Report report = null;
        for (; heard <= number; heard++) {
            report = reports.removeFirst();
        }
        long nowNs = time.nowNs();
        double sinceMs = reportAtNs == 0 ? Nada.INTERVAL_MS : (nowNs - reportAtNs) / 1e6;
        reportAtNs = nowNs;
        nada.onReport(
                report.received(),
                report.rising(),
                report.signalMs(),
                (nowNs - report.lastSentNs()) / 1e6,
                Math.min(sinceMs, 5 * Nada.INTERVAL_MS));
    }

    /** Returns how many packets have arrived, of {@link #WIRE} bytes on the wire each. */
    public long arrived() {
        return arrived;
    }

    /** Returns the rate at which it sends now, in bit/s on the wire. */
    public double rate() {
        return nada.rate();
    }
}
