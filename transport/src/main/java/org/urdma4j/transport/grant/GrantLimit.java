package org.urdma4j.transport.grant;

/**
 * How much a sender may have sent, in bytes from BTH to ICRC since the beginning. Without grants
 * there is no limit. Confined to the event loop of its queue pair.
 */
public final class GrantLimit {
    /** What may be sent without a grant, at first and after idling, in bytes. */
    public static final long UNASKED = 16 << 10;

    private boolean limits;
    private long sent;
    private long sentOnTheWire;
    private long limit;

    /**
     * Begins anew.
     *
     * @param granted whether the peer grants
     */
    public void start(boolean granted) {
        limits = granted;
        sent = 0;
        sentOnTheWire = 0;
        limit = UNASKED;
    }

    /** Returns whether nothing may be sent before the next grant. */
    public boolean exhausted() {
        return limits && sent >= limit;
    }

    /** A packet was sent: bytes from BTH to ICRC, and with the framing of the network. */
    public void onSent(long bytes, long wireBytes) {
        sent += bytes;
        sentOnTheWire += wireBytes;
    }

    /** The peer grants a total; one that is smaller than another changes nothing. */
    public void onGrant(long total) {
        limit = Math.max(limit, total);
    }

    /** What wasn't used is given back. */
    public void giveBack() {
        limit = Math.min(limit, sent);
    }

    /** After idling a short message needs no grant. */
    public void onIdle() {
        limit = Math.max(limit, sent + UNASKED);
    }

    public long sent() {
        return sent;
    }

    /** Returns the total that may have been sent. */
    public long limit() {
        return limit;
    }

    /**
     * Returns what of all that was sent is neither known to have arrived nor on its way; less than
     * 0 where the path doubles packets.
     *
     * @param received that the peer has counted
     * @param inFlightOnTheWire with the framing of the network
     */
    public long lost(long received, long inFlightOnTheWire) {
        if (sentOnTheWire == 0) {
            return 0;
        }
        double inFlight = (double) inFlightOnTheWire * sent / sentOnTheWire;
        return sent - (long) inFlight - received;
    }
}
