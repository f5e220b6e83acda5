package org.urdma4j.interop.play;

/** What befalls one of so many packets, drawn for each by itself. */
enum Trouble {
    /** About one in a window of rxe's. */
    LOSS(61),
    DUPLICATION(37),
    /** Comes after the next {@link #LATE} packets. */
    REORDERING(43);

    static final int LATE = 3;

    final int oneOf;

    Trouble(int oneOf) {
        this.oneOf = oneOf;
    }
}
