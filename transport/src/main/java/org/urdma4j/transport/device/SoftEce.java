package org.urdma4j.transport.device;

import org.urdma4j.verbs.Ece;

/**
 * What this provider tells its like at the other end. It has no number of its own among vendors,
 * and uses one that is locally administered: nobody will ever be given it.
 */
final class SoftEce {
    static final int VENDOR = 0x027572;

    /** The URDMA profile, version 1. */
    static final int URDMA = 1;

    /** Forward error correction in it. */
    static final int FEC = 1 << 1;

    static final Ece ALL = new Ece(VENDOR, URDMA | FEC, 0);

    private SoftEce() {}

    /** Returns what both ends can do. */
    static Ece common(Ece peer) {
        return peer.vendorId() == VENDOR
                ? new Ece(VENDOR, peer.options() & ALL.options(), 0)
                : Ece.NONE;
    }
}
