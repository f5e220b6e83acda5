package org.urdma4j.transport.urdma.path;

/** Which rail takes the next container. */
interface RailPolicy {
    /** A choice begins. */
    void begin();

    /**
     * A rail that may carry.
     *
     * @param budget bytes that may leave over it now, 0 for none
     * @param openNs when that may be more, {@link Path#NEVER} if a report decides
     */
    void offer(Rail rail, long budget, long openNs, long nowNs);

    /** Returns the rail, null to wait. */
    Rail choose(long nowNs);

    /** Returns what may leave over the rail that was chosen. */
    long budget();
}
