package org.urdma4j.transport.memory;

/**
 * A memory window as the engine sees it: a remote key whose upper 24 bits stay and whose lower
 * eight change with each binding, and the part of a region that it opens while it is bound. Event
 * loops of a device that has several may bind the same one, each for its queue pairs; one of type 2
 * is then opened by the loop that has bound it, and no other.
 */
public final class Window {
    /** What it opens, and the queue pair through which it was bound. */
    private record Binding(Region part, int qpn) {}

    private final int domain;
    private final boolean typeTwo;
    private volatile int key;
    private volatile Binding binding;

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

    /** Returns what a key opens to the peer of queue pair {@code qpn}; null for nothing. */
    Region opened(int by, int qpn) {
        Binding now = binding;
        return now != null && key == by && (!typeTwo || now.qpn == qpn) ? now.part : null;
    }

    /** Returns whether it is of type 2, and bound through queue pair {@code number}. */
    boolean boundThrough(int number) {
        Binding now = binding;
        return now != null && typeTwo && now.qpn == number;
    }

    /** Returns whether it opens a part of {@code region}. */
    boolean isBoundTo(Region region) {
        Binding now = binding;
        return now != null && now.part.isPartOf(region);
    }

    /**
     * Binds it, in place of what it was bound to before.
     *
     * @return false if it is of type 2 and bound already
     */
    synchronized boolean bind(Region part, int newKey, int throughQpn) {
        if (typeTwo && binding != null) {
            return false;
        }
        unbind();
        key = newKey;
        binding = new Binding(part, throughQpn);
        return true;
    }

    /** Leaves it without a binding, under a key that opens nothing. */
    synchronized void unbind(int newKey) {
        unbind();
        key = newKey;
    }

    synchronized void unbind() {
        if (binding != null) {
            binding.part.deregister();
            binding = null;
        }
    }
}
