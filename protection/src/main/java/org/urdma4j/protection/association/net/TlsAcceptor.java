package org.urdma4j.protection.association.net;

import org.urdma4j.protection.association.listener.TcpConnection;
import org.urdma4j.protection.association.message.Message.Hello;
import org.urdma4j.protection.association.tls.TlsOutcome;
import org.urdma4j.protection.key.Role;

import java.io.IOException;
import java.net.InetAddress;

/** Shakes hands with one who came, and reads that connection to its end. */
final class TlsAcceptor {
    /** Who is let in, given what it said; nobody if it was refused. */
    interface Admission {
        AssociationThread admit(
                Link link, TlsOutcome outcome, Hello hello, InetAddress from, long handshakeNs)
                throws InterruptedException;
    }

    private final Device device;
    private final TcpConnection connection;
    private final Admission admission;
    private final Runnable left;

    /**
     * Takes a connection.
     *
     * @param left called once it is no stranger's any more, or gone
     */
    TlsAcceptor(Device device, TcpConnection connection, Admission admission, Runnable left) {
        this.device = device;
        this.connection = connection;
        this.admission = admission;
        this.left = left;
    }

    /** Runs to the end of the connection. */
    void run() throws InterruptedException {
        Link link = null;
        AssociationThread thread = null;
        try {
            link = new Link(connection, Role.SERVER, device.local().tls());
            thread = greet(link);
        } catch (IOException e) {
            closeBoth(link);
            device.strangerFailed(connection.remote().getAddress(), e.getMessage());
        } catch (RuntimeException | Error e) { // memory that is short, say: give it back
            connection.close(); // without goodbye, which would take some
            device.strangerFailed(connection.remote().getAddress(), e.toString());
        } finally {
            left.run();
        }
        if (thread != null) {
            Reading.run(thread, link);
        }
    }

    private AssociationThread greet(Link link) throws IOException, InterruptedException {
        long startNs = AssociationClock.nowNs();
        long endNs = startNs + device.local().timing().handshakeNs();
        TlsOutcome outcome = link.handshake(endNs);
        long handshakeNs = AssociationClock.nowNs() - startNs;
        try {
            if (link.receive(endNs) instanceof Hello hello) {
                return admission.admit(
                        link, outcome, hello, connection.remote().getAddress(), handshakeNs);
            }
        } catch (IOException e) {
            outcome.close();
            throw e;
        }
        outcome.close();
        throw new AssociationException("the peer didn't say hello");
    }

    private void closeBoth(Link link) {
        if (link != null) {
            link.close();
        } else {
            connection.close();
        }
    }
}
