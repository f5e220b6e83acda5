package org.urdma4j.tunnel.site;

import org.urdma4j.codec.icrc.IcrcFlow;
import org.urdma4j.transport.port.linux.DatagramReader;
import org.urdma4j.transport.port.linux.UdpSocket;
import org.urdma4j.transport.seal.TunnelKeys;

import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * The other end while there is one: keys, and where its cells come from, which may change since
 * addresses may be translated. Confined to the tunnel's thread.
 */
final class Session {
    private final TunnelKeys keys;
    private final InetSocketAddress local;
    private MemorySegment address;
    private IcrcFlow flow;
    private long heardNs;

    /**
     * Begins.
     *
     * @param remote where the other end is, as far as is known
     */
    Session(TunnelKeys keys, InetSocketAddress local, InetSocketAddress remote, long nowNs) {
        this.keys = keys;
        this.local = local;
        heardNs = nowNs;
        moveTo(remote);
    }

    private void moveTo(InetSocketAddress remote) {
        InetAddress to = remote.getAddress();
        address = UdpSocket.address(to, remote.getPort());
        flow =
                new IcrcFlow(
                        local.getAddress().getAddress(),
                        to.getAddress(),
                        local.getPort(),
                        remote.getPort());
    }

    /** A genuine cell has come; what goes out is sent where it came from. */
    void heard(DatagramReader reader, int i, long nowNs) {
        heardNs = nowNs;
        if (!reader.isFrom(i, address)) {
            moveTo(reader.source(i));
        }
    }

    TunnelKeys keys() {
        return keys;
    }

    MemorySegment address() {
        return address;
    }

    IcrcFlow flow() {
        return flow;
    }

    /** Returns when a genuine cell came last, or when it began. */
    long heardNs() {
        return heardNs;
    }
}
