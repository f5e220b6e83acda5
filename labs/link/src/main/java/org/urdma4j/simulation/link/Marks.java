package org.urdma4j.simulation.link;

/** What has happened to a delivered packet on its way, as bits of one int. */
public final class Marks {
    /** The queue was long when the packet left it; see {@link RedMarking}. */
    public static final int CONGESTION_EXPERIENCED = 1;

    /** One bit of the packet was flipped. */
    public static final int CORRUPTED = 2;

    /** This is the copy of a packet that is delivered as well. */
    public static final int DUPLICATE = 4;

    private Marks() {}
}
