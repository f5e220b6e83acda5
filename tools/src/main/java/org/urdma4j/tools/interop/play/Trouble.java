package org.urdma4j.tools.interop.play;

/** What befalls every so-manieth packet. The numbers are primes, and none divides a window. */
enum Trouble {
    /** More than a window of rxe's has. */
    LOSS(61),
    DUPLICATION(37),
    /** Comes after the next {@link #LATE} packets. */
    REORDERING(43);

    static final int LATE = 3;

    final int every;

    Trouble(int every) {
        this.every = every;
    }
}
