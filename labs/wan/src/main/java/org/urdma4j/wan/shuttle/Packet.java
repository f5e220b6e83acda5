package org.urdma4j.wan.shuttle;

import org.urdma4j.wan.frame.Frame;

/** One wire packet on its way: which of which frame, and what the wire did to it. Used again. */
final class Packet {
    static final int INTACT = -1;

    Frame frame;
    int index;

    /** The bit to flip when it leaves, or {@link #INTACT}. */
    int damagedBit;

    void set(Frame itsFrame, int itsIndex) {
        frame = itsFrame;
        index = itsIndex;
        damagedBit = INTACT;
    }
}
