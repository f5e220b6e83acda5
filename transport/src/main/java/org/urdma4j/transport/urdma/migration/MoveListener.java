package org.urdma4j.transport.urdma.migration;

/** Is told when packets go to where the peer is now, and nothing of late has arrived there. */
@FunctionalInterface
public interface MoveListener {
    /**
     * Packets go elsewhere from now on.
     *
     * @param otherPath whether that is another address, to which the path may be another one; not
     *     when only the port is
     */
    void onMoved(boolean otherPath, long nowNs);
}
