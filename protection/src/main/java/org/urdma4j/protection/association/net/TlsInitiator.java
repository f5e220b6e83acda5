package org.urdma4j.protection.association.net;

import org.urdma4j.protection.association.listener.TcpConnection;
import org.urdma4j.protection.association.tls.TlsOutcome;
import org.urdma4j.protection.key.Role;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.TimeUnit;

/** Connects to a peer and shakes hands, then reads that connection to its end. */
final class TlsInitiator {
    private final Device device;
    private final AssociationThread thread;
    private final InetAddress remote;
    private final int dial;

    private TlsInitiator(Device device, AssociationThread thread, InetAddress remote, int dial) {
        this.device = device;
        this.thread = thread;
        this.remote = remote;
        this.dial = dial;
    }

    static void start(Device device, AssociationThread thread, InetAddress remote, int dial) {
        TlsInitiator initiator = new TlsInitiator(device, thread, remote, dial);
        var _ = Thread.ofVirtual().name("urdma-keys-dialler").start(initiator::run);
    }

    private void run() {
        try {
            Link link = connect();
            if (link != null) {
                Reading.run(thread, link);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private Link connect() throws InterruptedException {
        long handshakeNs = device.local().timing().handshakeNs();
        long endNs = AssociationClock.nowNs() + handshakeNs;
        if (!device.dialling().tryAcquire(handshakeNs, TimeUnit.NANOSECONDS)) {
            thread.tell(new Event.NotDialled(dial, "too many handshakes at a time"));
            return null;
        }
        Link link = null;
        try {
            link = new Link(connect(endNs), Role.CLIENT, device.local().tls());
            long connectedNs = AssociationClock.nowNs();
            TlsOutcome outcome = link.handshake(endNs);
            thread.tell(
                    new Event.Dialled(dial, link, outcome, AssociationClock.nowNs() - connectedNs));
            return link;
        } catch (IOException e) {
            if (link != null) {
                link.close();
            }
            thread.tell(new Event.NotDialled(dial, e.getMessage()));
            return null;
        } finally {
            device.dialling().release();
        }
    }

    private TcpConnection connect(long endNs) throws IOException, InterruptedException {
        Socket socket = device.sockets().bound(device.address());
        try {
            long leftMs = TimeUnit.NANOSECONDS.toMillis(endNs - AssociationClock.nowNs());
            socket.connect(new InetSocketAddress(remote, device.port()), (int) Math.max(1, leftMs));
            return TcpConnection.of(socket);
        } catch (IOException e) {
            socket.close();
            throw new AssociationException(
                    ("nobody answers on TCP port %d of %s (%s); is it open, and has the"
                                    + " peer keys?")
                            .formatted(device.port(), remote.getHostAddress(), e.getMessage()));
        }
    }
}
