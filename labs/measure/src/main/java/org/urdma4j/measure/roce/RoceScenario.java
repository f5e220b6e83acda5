package org.urdma4j.measure.roce;

/** A situation of a lossless fabric. */
public enum RoceScenario {
    /** Hosts at one switch write to another one there. */
    INCAST("incast", 1, 64, 8),

    /**
     * One of the hosts that write to a busy one is behind another switch, with a victim that writes
     * to an idle one over the same cable: head-of-line blocking.
     */
    VICTIM("victim", 1, 64, 8),

    /**
     * A receiver asks for pauses without end from a quarter of the time on; a victim shares the
     * cable between two switches with those who write to it.
     */
    STORM("storm", 1, 64, 1),

    /**
     * Three switches in a ring, with as many hosts at each, which write to hosts two switches
     * further: each cable waits for the next one.
     */
    DEADLOCK("deadlock", 3, 48, 6);

    /** Switches of the ring. */
    static final int RING = 3;

    private final String label;
    private final int least;
    private final int most;
    private final int usual;

    RoceScenario(String label, int least, int most, int usual) {
        this.label = label;
        this.least = least;
        this.most = most;
        this.usual = usual;
    }

    /** Returns its name on the command line. */
    public String label() {
        return label;
    }

    /** Returns how many senders there are unless somebody says otherwise, victims left out. */
    public int senders() {
        return usual;
    }

    void check(int senders) {
        if (senders < least || senders > most) {
            throw new IllegalArgumentException(
                    "%s has %d to %d senders, not %d".formatted(label, least, most, senders));
        }
        if (this == DEADLOCK && senders % RING != 0) {
            throw new IllegalArgumentException(
                    "%s has as many senders at each of %d switches, not %d in all"
                            .formatted(label, RING, senders));
        }
    }
}
