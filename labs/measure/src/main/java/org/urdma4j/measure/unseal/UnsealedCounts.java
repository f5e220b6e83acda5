package org.urdma4j.measure.unseal;

/**
 * What became of the packets of a capture. A super-packet is as many as it holds.
 *
 * @param opened packets that were sealed and are not any more
 * @param chaff genuine ones that hold nothing; left as they were
 * @param noKey sealed ones of a queue pair, or association, and generation of which the log has no
 *     secret; left
 * @param refused sealed ones that no such secret opens, or that hold nothing of the profile; left
 * @param datagrams those opened that are datagrams of the connection manager
 * @param unchecked sealed ones that are cut short or whose ICRC is wrong; left
 * @param others frames without a sealed packet, and cells of tunnels; left
 */
public record UnsealedCounts(
        long opened,
        long chaff,
        long noKey,
        long refused,
        long datagrams,
        long unchecked,
        long others) {
    public boolean isEmpty() {
        return opened + chaff + noKey + refused + unchecked + others == 0;
    }

    /** Returns how many packets stayed sealed for want of the right key. */
    public long unopened() {
        return noKey + refused;
    }
}
