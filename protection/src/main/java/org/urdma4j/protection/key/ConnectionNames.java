package org.urdma4j.protection.key;

import java.nio.ByteBuffer;

/**
 * What tells a connection from every other of an association. Both ends must mean the same: active
 * is the end that sent the REQ.
 *
 * @param active which end that is
 * @param transaction of the MADs that made the connection, 64 bits, never used twice
 * @param activeCommId communication ID of the active end
 * @param passiveCommId that of the passive one
 * @param activeQpn queue pair of the active end, 24 bits
 * @param passiveQpn that of the passive one
 */
public record ConnectionNames(
        Role active,
        long transaction,
        int activeCommId,
        int passiveCommId,
        int activeQpn,
        int passiveQpn) {
    static final int BYTES = 1 + Long.BYTES + 4 * Integer.BYTES;

    void write(ByteBuffer to) {
        to.put(active.code()).putLong(transaction);
        to.putInt(activeCommId).putInt(passiveCommId).putInt(activeQpn).putInt(passiveQpn);
    }
}
