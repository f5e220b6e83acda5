package org.urdma4j.protection.association.net;

import org.urdma4j.protection.association.AssociationInfo;
import org.urdma4j.protection.association.AssociationListener;
import org.urdma4j.protection.association.state.Local;

import java.net.InetAddress;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.random.RandomGenerator;

/** What the threads of a device's associations have in common. Any thread. */
interface Device {
    Local local();

    InetAddress address();

    int port();

    RandomGenerator random();

    AssociationListener listener();

    Optional<KeyLog> keyLog();

    /** Returns what limits how many handshakes this device makes at a time. */
    Semaphore dialling();

    void established(AssociationThread thread, AssociationInfo info);

    void remove(AssociationThread thread);

    /** Says that a handshake of a stranger failed; some are left out when there are many. */
    void strangerFailed(InetAddress from, String why);

    SocketMaker sockets();
}
