package org.urdma4j.congestion;

/** What {@link Rrcc} is doing; {@code docs/congestion.md} says how each ends. */
enum RrccState {
    START_UP("start-up"),
    REFERENCE("reference"),
    DRAIN("drain"),
    STEADY("steady"),
    PROBE_UP("probe-up"),
    PROBE_DOWN("probe-down"),
    MIN_RTT("min-rtt"),
    RESUME("resume");

    final String text;

    RrccState(String text) {
        this.text = text;
    }

    /** Returns whether what stood in the queue in this state stands in it in the next such one. */
    boolean isCycling() {
        return this == STEADY || this == PROBE_UP || this == PROBE_DOWN;
    }

    /** Returns whether what is sent in this state is no more than the path is believed to carry. */
    boolean isSettled() {
        return this == STEADY || this == PROBE_DOWN;
    }
}
