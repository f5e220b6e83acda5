package org.urdma4j.transport.port.udp;

import io.netty.channel.ChannelOption;
import io.netty.channel.socket.DatagramChannel;

/**
 * The traffic class of what a socket sends: the port's DSCP, and ECT(0) of packets whose sender
 * heeds congestion marks (RFC 3168). The socket has one for all that leaves, which is set anew
 * where the next batch needs the other: a port has no other batch waiting then, and queue pairs
 * that differ have no batch together. Confined to the event loop.
 */
final class TrafficClass {
    /** Lower bits, which aren't part of the DSCP. */
    private static final int ECN_BITS = 2;

    private static final int ECT_0 = 2;

    private final DatagramChannel channel;

    // options are objects, made once
    private final Integer plain;
    private final Integer capable;

    private boolean allowsMarks;

    /**
     * Sets the class of packets that aren't to be marked.
     *
     * @param channel open
     * @param dscp differentiated services code point, 0 to 63
     */
    TrafficClass(DatagramChannel channel, int dscp) {
        this.channel = channel;
        plain = dscp << ECN_BITS;
        capable = plain | ECT_0;
        if (dscp > 0) {
            set(plain);
        }
    }

    /** Says whether queues may mark what is sent from now on. */
    void allowMarks(boolean allow) {
        // the descriptor of a closed one may be another file's by now
        if (allow != allowsMarks && channel.isOpen()) {
            set(allow ? capable : plain);
            allowsMarks = allow;
        }
    }

    private void set(Integer value) {
        UdpTransport.set(channel, ChannelOption.IP_TOS, value);
    }
}
