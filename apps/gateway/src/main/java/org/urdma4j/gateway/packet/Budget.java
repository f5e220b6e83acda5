package org.urdma4j.gateway.packet;

/** Bytes that a pool may take, of which several things take their parts. */
public final class Budget {
    private final long most;
    private long used;

    Budget(long most) {
        this.most = most;
    }

    /** Takes so many bytes, or returns false if there aren't as many left. */
    public boolean take(int bytes) {
        if (used + bytes > most) {
            return false;
        }
        used += bytes;
        return true;
    }

    /** Gives back what was taken. */
    public void give(int bytes) {
        used -= bytes;
    }

    /** Returns the bytes taken and not given back. */
    public long used() {
        return used;
    }
}
