package org.urdma4j.simulation.tcp;

/**
 * Reno (RFC 5681, with bytes counted instead of acknowledgements, RFC 3465): a packet more a round
 * trip, half the window at a loss or mark. Not paced.
 */
public final class Reno extends LossBased {
    /** One that isn't ECN-capable. */
    public Reno() {
        this(false);
    }

    /**
     * @param ecn whether it asks for marks in place of losses
     */
    public Reno(boolean ecn) {
        super(false, false, ecn);
    }

    @Override
    double decreased(double from) {
        return from / 2;
    }

    @Override
    void avoid(TcpAck ack) {
        window += ack.acked / window;
    }
}
