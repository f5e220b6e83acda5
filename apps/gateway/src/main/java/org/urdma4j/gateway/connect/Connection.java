package org.urdma4j.gateway.connect;

/** A connection that is being made or has been, from the side of who asked for it. */
final class Connection {
    /** The queue pair, first sequence number to it, and path MTU in bytes, of the REQ. */
    final int requesterQpn;

    final int requesterPsn;
    final int mtu;

    /** Whether a REP has come, and what it said. */
    boolean accepted;

    int responderQpn;
    int responderPsn;

    Connection(int qpn, int psn, int mtu) {
        this.requesterQpn = qpn;
        this.requesterPsn = psn;
        this.mtu = mtu;
    }

    boolean isSameRequest(Connection other) {
        return requesterQpn == other.requesterQpn
                && requesterPsn == other.requesterPsn
                && mtu == other.mtu;
    }

    /** Takes a REP, and returns false if it is one more of the same. */
    boolean accept(int qpn, int psn) {
        boolean again = accepted && responderQpn == qpn && responderPsn == psn;
        accepted = true;
        responderQpn = qpn;
        responderPsn = psn;
        return !again;
    }
}
