package org.urdma4j.verbs;

/**
 * A memory window: a remote key for a part of a region, which work requests give and take away
 * without a call that waits: {@code struct ibv_mw} (ibv_alloc_mw(3), IBTA 10.6.7). Safe for any
 * thread, but bind a window from one thread at a time.
 *
 * <p>Type 1 is bound by {@link QueuePair#bindMw}, which chooses the key; the peers of all queue
 * pairs of the domain may use it. Type 2 is bound by a send request ({@link SendWr#bindMw}) with a
 * key that the program chooses, for the peer of that queue pair alone; it must be invalidated, by
 * LOCAL_INV or the peer's SEND_WITH_INV, before it can be bound again.
 *
 * <p>A window whose region or queue pair is closed opens nothing any more.
 */
public interface MemoryWindow extends AutoCloseable {
    /** Returns the protection domain that it belongs to. */
    ProtectionDomain protectionDomain();

    /** Returns its type. */
    MwType type();

    /**
     * Returns the key that peers use: of type 1 the one that the last binding will make valid, of
     * type 2 the one that was bound last. Its upper 24 bits never change.
     */
    int rkey();

    /**
     * Returns another key for the same window, with the lower eight bits counted on: {@code
     * ibv_inc_rkey}.
     */
    static int incRkey(int rkey) {
        return (rkey & ~0xff) | ((rkey + 1) & 0xff);
    }

    /** Frees the window, bound or not: {@code ibv_dealloc_mw}. Again it does nothing. */
    @Override
    void close();
}
