package org.urdma4j.transport.port.raw;

import org.urdma4j.codec.net.EtherType;
import org.urdma4j.codec.net.Udp;
import org.urdma4j.transport.port.linux.FrameFilter;
import org.urdma4j.transport.port.linux.FrameMatch;
import org.urdma4j.transport.port.linux.HeldPort;
import org.urdma4j.transport.port.linux.KernelRefusal;
import org.urdma4j.transport.port.linux.Link;
import org.urdma4j.transport.port.linux.PacketSocket;

import java.net.InetAddress;
import java.util.List;

/**
 * What a raw port has of the kernel. Not thread-safe.
 *
 * @param held keeps others from RoCE's UDP port
 * @param link the frames of the interface
 * @param loopback those of the loopback interface, by which this machine's addresses are reached;
 *     null if that is the interface
 */
record RawSockets(HeldPort held, PacketSocket link, PacketSocket loopback)
        implements AutoCloseable {
    /** Linux numbers the loopback interface first, in every namespace. */
    private static final int LOOPBACK = 1;

    /**
     * Opens them.
     *
     * @param addresses of the interface, the port's own first
     * @throws KernelRefusal if one can't be
     */
    static RawSockets open(List<InetAddress> addresses, Link link, int bufferBytes) {
        HeldPort held = new HeldPort(addresses, Udp.ROCE_PORT);
        PacketSocket frames = null;
        try {
            FrameFilter own = FrameFilter.of(taken(addresses));
            frames = new PacketSocket(link.index(), own, bufferBytes);
            PacketSocket loopback =
                    link.isLoopback() ? null : new PacketSocket(LOOPBACK, own, bufferBytes);
            return new RawSockets(held, frames, loopback);
        } catch (KernelRefusal e) {
            if (frames != null) {
                frames.close();
            }
            held.close();
            throw e;
        }
    }

    static List<FrameMatch> taken(List<InetAddress> addresses) {
        return FrameFilter.matches(addresses, Udp.ROCE_PORT, EtherType.ROCE, EtherType.MAC_CONTROL);
    }

    @Override
    public void close() {
        if (loopback != null) {
            loopback.close();
        }
        link.close();
        held.close();
    }
}
