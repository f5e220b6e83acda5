package org.urdma4j.protection.association.net;

/** The clock of handshakes and heartbeats, whose threads wait for real sockets. */
final class AssociationClock {
    private AssociationClock() {}

    static long nowNs() {
        return System.nanoTime();
    }
}
