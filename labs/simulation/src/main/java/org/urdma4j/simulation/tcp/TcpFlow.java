package org.urdma4j.simulation.tcp;

import org.urdma4j.simulation.host.ForeignPort;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.queue.Ecn;

/**
 * A TCP flow with data without end between two hosts that do nothing else, over the routes between
 * them. Confined to the thread that runs the virtual time.
 */
public final class TcpFlow {
    /** Bytes of data in a packet: an MTU of 1500 with timestamps. */
    public static final int SEGMENT = 1448;

    /** The most packets in a super-packet: 64 KB. */
    static final int SUPER_PACKET = 44;

    /** Ethernet, IP and TCP with timestamps, less what links add to a RoCEv2 packet. */
    private static final int OVERHEAD = 38 + 20 + 32 - 70;

    /** Bytes of a full packet as links count it. */
    static final int PACKET = SEGMENT + OVERHEAD;

    /** An acknowledgement has room for one selective block. */
    static final int ACKNOWLEDGEMENT = OVERHEAD + 12;

    private final ArrivalLog log = new ArrivalLog();
    private final TcpSender sender;
    private final ForeignPort here;
    private final ForeignPort there;
    private final SimulatedHost source;
    private final SimulatedHost sink;
    private final TcpControl control;
    private final int segment;

    /** Creates a flow with {@link #SEGMENT} bytes of data in a packet. */
    public TcpFlow(
            SimulatedNetwork network,
            SimulatedHost source,
            SimulatedHost sink,
            TcpControl control) {
        this(network, source, sink, control, SEGMENT);
    }

    /**
     * Creates a flow that {@link #start} has begin.
     *
     * @param source has a route to the sink, and the sink to it
     * @param control not shared with another flow
     * @param segment bytes of data in a packet; a super-packet still has as many packets, as with
     *     Linux's BIG TCP
     */
    public TcpFlow(
            SimulatedNetwork network,
            SimulatedHost source,
            SimulatedHost sink,
            TcpControl control,
            int segment) {
        this.segment = segment;
        this.source = source;
        this.sink = sink;
        this.control = control;
        sender = new TcpSender(control, log, network.time(), this::send);
        TcpReceiver receiver = new TcpReceiver(log, network.time(), this::acknowledge);
        here = new ForeignPort(network, source, (arrivals, marked) -> sender.onAck(arrivals));
        there = new ForeignPort(network, sink, receiver::onPacket);
    }

    private void send(long number) {
        here.send(sink, segment + OVERHEAD, number, control.ecn(), 0);
    }

    private void acknowledge() {
        there.send(source, ACKNOWLEDGEMENT, log.added(), Ecn.NOT_ECT, 0);
    }

    public TcpFlow start() {
        sender.start();
        return this;
    }

    /** Sends nothing more. */
    public void stop() {
        sender.stop();
    }

    /** Returns how many packets have arrived. */
    public long arrived() {
        return log.added();
    }

    /** Returns how many packets have left, those in place of lost ones among them. */
    public long sent() {
        return sender.sent();
    }

    /** Returns how many packets the sender took for lost. */
    public long lost() {
        return sender.lost();
    }

    public TcpControl control() {
        return control;
    }
}
