package org.urdma4j.simulation.tcp;

import org.urdma4j.simulation.host.ForeignPort;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.queue.Ecn;
import org.urdma4j.simulation.time.VirtualTimer;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Short TCP flows with CUBIC that come at random (Poisson) and have sizes with a heavy tail: a
 * bounded Pareto distribution of 4 KB to 10 MB with shape 1.2, of which 8 of 10 flows have less
 * than 16 KB and a tenth of the flows most of the bytes. Each flow has a source port of its own.
 * Confined to the thread that runs the virtual time.
 */
public final class WebFlows {
    static final double SHAPE = 1.2;
    static final double LEAST_BYTES = 4_000;
    static final double MOST_BYTES = 10_000_000;
    private static final int PORTS = 16_383;

    /**
     * A flow of which all has arrived.
     *
     * @param packets of {@link TcpFlow#SEGMENT} bytes
     * @param ns from when it began to send until the last packet arrived
     */
    public record Finished(long packets, long ns) {}

    private final SimulatedNetwork network;
    private final SimulatedHost source;
    private final SimulatedHost sink;
    private final RandomGenerator random;
    private final double meanGapNs;
    private final ForeignPort here;
    private final ForeignPort there;
    private final VirtualTimer next;
    private final Map<Integer, Connection> open = new HashMap<>();
    private final List<Finished> finished = new ArrayList<>();
    private int begun;
    private long arrived;

    /**
     * Creates flows that {@link #start} has begin.
     *
     * @param source has a route to the sink, and the sink to it; neither does anything else
     * @param bitsPerSecond what they bring on average, headers left out; above 0
     * @param random draws times and sizes
     * @throws IllegalArgumentException if the rate isn't above 0, or without end
     */
    public WebFlows(
            SimulatedNetwork network,
            SimulatedHost source,
            SimulatedHost sink,
            double bitsPerSecond,
            RandomGenerator random) {
        if (!(bitsPerSecond > 0 && Double.isFinite(bitsPerSecond))) {
            throw new IllegalArgumentException(
                    "flows bring more than 0 bit/s, and not " + bitsPerSecond);
        }
        this.network = network;
        this.source = source;
        this.sink = sink;
        this.random = random;
        meanGapNs = 8e9 * meanBytes() / bitsPerSecond;
        here =
                new ForeignPort(
                        network,
                        source,
                        (word, marked) -> {
                            Connection connection = open.get(id(word));
                            if (connection != null) {
                                connection.sender.onAck(number(word));
                            }
                        });
        there =
                new ForeignPort(
                        network,
                        sink,
                        (word, marked) -> {
                            arrived++;
                            Connection connection = open.get(id(word));
                            if (connection != null) {
                                connection.onPacket(number(word), marked);
                            }
                        });
        next = network.time().timer(this::begin);
    }

    /** Returns the mean of the sizes in bytes. */
    static double meanBytes() {
        double ratio = Math.pow(LEAST_BYTES / MOST_BYTES, SHAPE);
        return SHAPE
                / (SHAPE - 1)
                * LEAST_BYTES
                * (1 - Math.pow(LEAST_BYTES / MOST_BYTES, SHAPE - 1))
                / (1 - ratio);
    }

    /** Draws a size in bytes. */
    static double bytes(RandomGenerator random) {
        double ratio = Math.pow(LEAST_BYTES / MOST_BYTES, SHAPE);
        return LEAST_BYTES / Math.pow(1 - random.nextDouble() * (1 - ratio), 1 / SHAPE);
    }

    public WebFlows start() {
        schedule();
        return this;
    }

    /** Begins no more flows, and ends those that are under way. */
    public void stop() {
        next.cancel();
        open.values().forEach(connection -> connection.sender.stop());
        open.clear();
    }

    private void schedule() {
        next.schedule(
                network.time().nowNs() + (long) (-meanGapNs * Math.log1p(-random.nextDouble())));
    }

    private void begin() {
        long packets = (long) Math.ceil(bytes(random) / TcpFlow.SEGMENT);
        int id = begun++;
        Connection connection = new Connection(id, packets);
        open.put(id, connection);
        connection.sender.start();
        schedule();
    }

    /** Returns how many flows have begun. */
    public int begun() {
        return begun;
    }

    /** Returns how many packets have arrived, of {@link TcpFlow#SEGMENT} bytes each. */
    public long arrived() {
        return arrived;
    }

    /** Returns those that are over, in the order in which they ended. */
    public List<Finished> finished() {
        return Collections.unmodifiableList(finished);
    }

    private static int id(long word) {
        return (int) (word >>> Integer.SIZE);
    }

    private static long number(long word) {
        return word & 0xffff_ffffL;
    }

    /** One flow: its number is in the upper half of what packets carry. */
    private final class Connection {
        private final long packets;
        private final long beganNs = network.time().nowNs();
        private final ArrivalLog log = new ArrivalLog();
        private final TcpSender sender;
        private final TcpReceiver receiver;

        Connection(int id, long packets) {
            this.packets = packets;
            long upper = (long) id << Integer.SIZE;
            int port = 1 + id % PORTS;
            Cubic control = new Cubic(true);
            sender =
                    new TcpSender(
                            control,
                            log,
                            network.time(),
                            number ->
                                    here.send(
                                            sink,
                                            TcpFlow.PACKET,
                                            upper | number,
                                            control.ecn(),
                                            port),
                            packets,
                            () -> open.remove(id));
            receiver =
                    new TcpReceiver(
                            log,
                            network.time(),
                            () ->
                                    there.send(
                                            source,
                                            TcpFlow.ACKNOWLEDGEMENT,
                                            upper | log.added(),
                                            Ecn.NOT_ECT,
                                            port));
        }

        void onPacket(long number, boolean marked) {
            receiver.onPacket(number, marked);
            if (log.added() == packets) {
                finished.add(new Finished(packets, network.time().nowNs() - beganNs));
            }
        }
    }
}
