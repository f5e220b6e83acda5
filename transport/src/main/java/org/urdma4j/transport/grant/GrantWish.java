package org.urdma4j.transport.grant;

/**
 * When a sender asks for more, asks again, and gives back what it doesn't use. Confined to the
 * event loop of its queue pair.
 */
public final class GrantWish {
    /** What is to be said. */
    public enum Say {
        NOTHING,
        DEMAND,
        RETURN
    }

    private static final long NEVER = Long.MAX_VALUE;

    /** Until a round trip was measured. */
    private static final long UNKNOWN_RTT_NS = 10_000_000;

    private static final long LEAST_RTT_NS = 100_000;

    /** So many looks a round trip at what there is to send. */
    private static final int LOOKS = 8;

    private final GrantLimit limit;
    private long demanded;
    private long demandedNs;
    private long idleSinceNs;
    private long dueNs;

    public GrantWish(GrantLimit limit) {
        this.limit = limit;
    }

    public void start() {
        demanded = 0;
        demandedNs = 0;
        idleSinceNs = NEVER;
        dueNs = NEVER;
    }

    /** Returns when {@link #say} is due without other cause, {@link Long#MAX_VALUE} for never. */
    public long dueNs() {
        return dueNs;
    }

    /** Returns whether to ask what there is to send, and then {@link #say}. */
    public boolean isDue(boolean work, long nowNs) {
        return dueNs == NEVER ? work : dueNs <= nowNs;
    }

    /**
     * Returns what to say now.
     *
     * @param backlog bytes, BTH to ICRC, that would leave if the path let them
     * @param measuredRttNs 0 if it isn't known
     */
    public Say say(long backlog, long measuredRttNs, long nowNs) {
        long rttNs = Math.max(LEAST_RTT_NS, measuredRttNs == 0 ? UNKNOWN_RTT_NS : measuredRttNs);
        return backlog > 0 ? wish(backlog, rttNs, nowNs) : idle(rttNs, nowNs);
    }

    private Say wish(long backlog, long rttNs, long nowNs) {
        idleSinceNs = NEVER;
        dueNs = nowNs + rttNs / LOOKS;
        long total = limit.sent() + backlog;
        boolean more = total - demanded >= GrantScheduler.QUANTUM;
        boolean another = total > demanded && limit.limit() >= demanded;
        boolean again = nowNs - demandedNs >= rttNs;
        if (total <= limit.limit() || !(more || another || again)) {
            return Say.NOTHING;
        }
        demanded = total;
        demandedNs = nowNs;
        return Say.DEMAND;
    }

    private Say idle(long rttNs, long nowNs) {
        if (idleSinceNs == NEVER) {
            idleSinceNs = nowNs;
            dueNs = nowNs + rttNs / LOOKS;
            return Say.NOTHING;
        }
        if (nowNs - idleSinceNs >= rttNs) {
            limit.onIdle();
            dueNs = NEVER;
            return Say.NOTHING;
        }
        dueNs = idleSinceNs + rttNs;
        if (limit.limit() - limit.sent() <= GrantLimit.UNASKED) {
            return Say.NOTHING;
        }
        limit.giveBack();
        demanded = limit.sent();
        return Say.RETURN;
    }

    public long demanded() {
        return demanded;
    }
}
