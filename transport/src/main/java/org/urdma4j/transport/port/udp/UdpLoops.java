package org.urdma4j.transport.port.udp;

import org.urdma4j.transport.port.linux.KernelRefusal;
import org.urdma4j.transport.port.pipeline.LoopHandoff;
import org.urdma4j.transport.port.pipeline.PortOptions;
import org.urdma4j.transport.shard.ShardNumber;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;

import java.util.ArrayList;
import java.util.List;

/** Opens a {@link UdpPort} with several event loops. */
final class UdpLoops {
    private UdpLoops() {}

    /**
     * Opens all, and has packets given to them by their queue pairs.
     *
     * @return the first, which has the others
     * @throws VerbsException as {@link UdpPort#open}
     */
    static UdpPort open(UdpPortConfig config, UdpTransport transport) {
        check(config.options(), transport);
        int count = config.options().eventLoops();
        LoopHandoff.Rings rings = new LoopHandoff.Rings(count);
        List<UdpPort> loops = new ArrayList<>();
        try {
            loops.add(UdpPort.open(config, transport, new ShardNumber(0, count), rings));
            UdpPortConfig same = withPort(config, loops.getFirst().udpPort());
            for (int i = 1; i < count; i++) {
                loops.add(UdpPort.open(same, transport, new ShardNumber(i, count), rings));
            }
            steer(loops.getFirst(), count);
            loops.getFirst().lead(loops);
            return loops.getFirst();
        } catch (RuntimeException e) {
            loops.forEach(UdpPort::close);
            throw e;
        }
    }

    /** Returns the same, but with the port that the system has chosen. */
    private static UdpPortConfig withPort(UdpPortConfig config, int port) {
        return config.toBuilder().port(port).peerPort(config.peerPort()).build();
    }

    /** Checks that nothing else is asked for that one event loop alone can have. */
    private static void check(PortOptions options, UdpTransport transport) {
        if (transport == UdpTransport.NIO) {
            throw unsupported("several event loops need epoll or io_uring, of Linux");
        }
        if (options.inbound().isPresent() || options.outbound().isPresent()) {
            throw unsupported("a stage that impairs packets has them in one order");
        }
    }

    private static VerbsException unsupported(String why) {
        return new VerbsException(Errno.EOPNOTSUPP, why + ": use one event loop");
    }

    /**
     * Has packets given to loops by their queue pairs.
     *
     * @throws VerbsException with {@link Errno#EOPNOTSUPP} if this system can't
     */
    static void steer(UdpPort first, int count) {
        try {
            first.steer(count);
        } catch (KernelRefusal | IllegalCallerException | LinkageError e) {
            throw new VerbsException(
                    Errno.EOPNOTSUPP,
                    "packets can't be given to several event loops by their queue pairs,"
                            + " SO_ATTACH_REUSEPORT_CBPF is refused: use one event loop",
                    e);
        }
    }
}
