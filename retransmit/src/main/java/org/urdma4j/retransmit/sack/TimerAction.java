package org.urdma4j.retransmit.sack;

/** What the sender has to do when its timer expired. */
public enum TimerAction {
    /** Nothing: the timer was put off. */
    NONE,
    /**
     * Ask for a report: send the last unacknowledged packet again (and say so with {@link
     * SackSender#onResent}) or any other packet, with the A bit.
     */
    PROBE,
    /** Everything unacknowledged counts as lost and comes out of {@link SackSender#nextLost}. */
    TIMEOUT
}
