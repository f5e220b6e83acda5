package org.urdma4j.simulation.tcp;

/**
 * When a loss is news, and how a window shrinks: proportional rate reduction (RFC 6937, with the
 * bound that grows the window by what arrived while less is in flight than is meant to be).
 */
final class Recovery {
    private boolean active;
    private long endsWith;
    private int prior;
    private int target;
    private long arrived;

    /** Returns whether a loss or mark begins one: of a packet sent after the last one began. */
    boolean begins(TcpAck ack) {
        return Math.max(ack.newestLost, ack.newestMarked) >= endsWith;
    }

    /** A recovery begins, towards a window. */
    void begin(TcpAck ack, int window) {
        active = true;
        endsWith = ack.next;
        prior = Math.max(ack.priorInFlight, 1);
        target = window;
        arrived = 0;
    }

    boolean active() {
        return active;
    }

    /** Returns whether the acknowledgement ends it: packets sent since it began arrive. */
    boolean ends(TcpAck ack) {
        if (active && ack.newest >= endsWith) {
            active = false;
            return true;
        }
        return false;
    }

    void stop(long next) {
        active = false;
        endsWith = next;
    }

    int window(TcpAck ack) {
        long sent = ack.next - endsWith;
        arrived += ack.acked;
        long allowed;
        if (ack.inFlight > target) {
            allowed = (target * arrived + prior - 1) / prior - sent;
        } else {
            allowed = Math.min(target - ack.inFlight, Math.max(arrived - sent, ack.acked) + 1);
        }
        return ack.inFlight + (int) Math.max(allowed, 0);
    }
}
