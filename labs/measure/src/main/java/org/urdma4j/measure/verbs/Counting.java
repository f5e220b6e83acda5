package org.urdma4j.measure.verbs;

import org.urdma4j.measure.rail.PathSum;
import org.urdma4j.measure.spec.Protocol;
import org.urdma4j.measure.spec.RunSpec;
import org.urdma4j.measure.traffic.EndSetup;
import org.urdma4j.measure.traffic.PathGauge;
import org.urdma4j.measure.traffic.StreamTally;
import org.urdma4j.measure.traffic.Tally;
import org.urdma4j.measure.traffic.WireTally;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.qp.ArrivalStatistics;
import org.urdma4j.transport.qp.PathStatistics;
import org.urdma4j.transport.qp.RailStatistics;

import java.net.Inet4Address;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Reads what a device and its streams have counted. */
final class Counting {
    /** Preamble, Ethernet, IP, UDP, FCS and the gap between frames. */
    private static final int FRAMING_IPV4 = 8 + 14 + 20 + 8 + 4 + 12;

    private static final int FRAMING_IPV6 = FRAMING_IPV4 + 20;

    private final EndSetup setup;
    private final VerbsDevice device;
    private final int framing;
    private final DatagramTimes times; // null unless datagrams go to a group

    Counting(EndSetup setup, VerbsDevice device, DatagramTimes times) {
        this.times = times;
        this.setup = setup;
        this.device = device;
        framing = setup.local() instanceof Inet4Address ? FRAMING_IPV4 : FRAMING_IPV6;
    }

    Tally tally() {
        List<StreamTally> streams = new ArrayList<>();
        for (Stream stream : device.streams()) {
            long again = of(stream).get(Counter.RETRANSMITTED_PKTS);
            streams.add(stream.tally(size(), received(stream), again));
        }
        if (streams.isEmpty()) { // the connections are still being made
            int count = setup.spec().load().streams();
            streams.addAll(Collections.nCopies(count, new StreamTally(0, 0, 0, 0)));
        }
        List<PathStatistics> known =
                device.ask(device.device()::path).stream().flatMap(Optional::stream).toList();
        return new Tally(
                streams,
                wire(),
                path(known),
                paths(),
                times == null ? arrivals(known) : times.statistics());
    }

    private Counters of(Stream stream) {
        return device.device().counters(stream.pair);
    }

    private long size() {
        return setup.spec().load().size();
    }

    private long received(Stream stream) {
        RunSpec spec = setup.spec();
        if (!spec.receives(setup.side())) {
            return 0;
        }
        if (spec.operation().fetches()) {
            return stream.completed() * size();
        }
        if (!device.device().counts()) {
            return stream.taken() * size(); // a WRITE without notice isn't seen: see VerbsEnd
        }
        Counters counters = of(stream);
        if (spec.qp().reliable()) {
            return counters.get(Counter.PLACED_BYTES);
        }
        // What is in place of a message that didn't arrive whole has not arrived.
        return size() * (counters.get(Counter.RDMA_RECVS) + counters.get(Counter.RDMA_WRITES));
    }

    private List<RailStatistics> paths() {
        if (!setup.spec().tuning().spread().wanted()) {
            return List.of();
        }
        return PathSum.of(device.ask(device.device()::rails));
    }

    /** Of those that are connected; a queue pair that is gone tells nothing. */
    private static PathGauge path(List<PathStatistics> paths) {
        long rtt = 0;
        long minRtt = 0;
        long inFlight = 0;
        long pacing = 0;
        long queue = 0;
        int payload = Integer.MAX_VALUE;
        for (PathStatistics path : paths) {
            rtt += path.rttNs();
            minRtt += path.minRttNs();
            inFlight += path.inFlightBytes();
            pacing += path.pacingBitsPerSecond();
            queue += path.queueDelayNs();
            payload = Math.min(payload, path.payloadBytes());
        }
        int streams = paths.size();
        int n = Math.max(1, streams);
        return new PathGauge(
                rtt / n, minRtt / n, inFlight, pacing, queue / n, streams == 0 ? 0 : payload);
    }

    private static ArrivalStatistics arrivals(List<PathStatistics> paths) {
        ArrivalStatistics sum = ArrivalStatistics.NONE;
        int hear = 0;
        for (PathStatistics path : paths) {
            sum = sum.plus(path.arrivals());
            hear += path.arrivals().packets() > 0 ? 1 : 0;
        }
        return new ArrivalStatistics(
                sum.jitterNs() / Math.max(1, hear),
                sum.packets(),
                sum.differenceNs(),
                sum.judged(),
                sum.delayNs(),
                sum.doubtNs());
    }

    private WireTally wire() {
        Counters counters = device.counters();
        long packets = counters.get(Counter.SENT_PKTS);
        long again = counters.get(Counter.RETRANSMITTED_PKTS);
        long spurious = counters.get(Counter.SPURIOUS_RETRANSMITS);
        boolean standard = setup.spec().protocol() == Protocol.STANDARD;
        return new WireTally(
                counters.get(Counter.SENT_BYTES) + packets * framing,
                packets,
                again,
                spurious,
                counters.get(Counter.REPAIRED_PKTS),
                counters.get(Counter.REPAIR_SENT),
                counters.get(Counter.REPORTS_SENT) + counters.get(Counter.ACKS_SENT),
                counters.get(Counter.SENT_RNR_ERR) + counters.get(Counter.DROPPED_NO_RECEIVE),
                times != null
                        ? times.missing()
                        : standard ? lossesOfGoBackN(counters) : again - spurious,
                counters.get(Counter.DUPLICATE_REQUEST),
                counters.get(Counter.RCVD_PKTS),
                counters.get(Counter.DROPPED_BY_SOCKET),
                counters.get(Counter.TX_PAUSE_CTRL_PHY),
                counters.get(Counter.RX_PAUSE_CTRL_PHY));
    }

    /** What was sent again says little of loss where all behind a gap is; the gaps do. */
    private static long lossesOfGoBackN(Counters counters) {
        return counters.get(Counter.RCVD_SEQ_ERR)
                + counters.get(Counter.IMPLIED_NAK_SEQ_ERR)
                + counters.get(Counter.LOCAL_ACK_TIMEOUT_ERR);
    }
}
