package org.urdma4j.transport.memory;

/**
 * A memory window as the engine sees it: a remote key whose upper 24 bits stay and whose lower
 * eight change with each binding, and the part of a region that it opens while it is bound.
 */
public final class Window {
    private final int domain;
    private final boolean typeTwo;
    private volatile int key;
    private Region bound;
    private int qpn;

    Window(int domain, boolean typeTwo, int key) {
        this.domain = domain;
        this.typeTwo = typeTwo;
        this.key = key;
    }

    /** Returns the key that it was bound with last. Any thread. */
    public int key() {
        return key;
    }

    int domain() {
        return domain;
    }

    boolean typeTwo() {
        return typeTwo;
    }

    /** Returns what it opens; null while it isn't bound. */
    Region bound() {
        return bound;
    }

    /** Returns whether it opens anything to the peer of queue pair {@code peerOf}. */
    boolean opensTo(int peerOf) {
        return bound != null && (!typeTwo || qpn == peerOf);
    }

    /** Returns whether it is bound through queue pair {@code number}. */
    boolean boundThrough(int number) {
        return bound != null && typeTwo && qpn == number;
    }

    void bind(Region part, int newKey, int throughQpn) {
        unbind();
        bound = part;
        key = newKey;
        qpn = throughQpn;
    }

    void unbind() {
        if (bound != null) {
            bound.deregister();
            bound = null;
        }
    }
}
