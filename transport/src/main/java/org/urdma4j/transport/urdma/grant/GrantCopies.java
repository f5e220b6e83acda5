package org.urdma4j.transport.urdma.grant;

import org.urdma4j.codec.urdma.GrantPacket;

/**
 * Which messages on grants go a second way as well, where there are several: those that repeat
 * others of which nothing was heard, since the best way may have failed.
 */
final class GrantCopies {
    private static final int NONE = -1;
    private static final long NEVER = Long.MAX_VALUE;

    private int due = NONE;
    private boolean demandedAgain;
    private boolean untaken;
    private long unansweredNs = NEVER;

    void start() {
        due = NONE;
        demandedAgain = false;
        untaken = false;
        unansweredNs = NEVER;
    }

    /** What was granted is used. */
    void onData() {
        untaken = false;
    }

    /** A DEMAND came. */
    void onDemand() {
        demandedAgain = untaken;
    }

    /** A GRANT came. */
    void onGrant() {
        unansweredNs = NEVER;
    }

    void onGrantSent() {
        if (demandedAgain) {
            due = GrantPacket.GRANT;
        }
        demandedAgain = false;
        untaken = true;
    }

    void onDemandSent(long rttNs, long nowNs) {
        if (unansweredNs == NEVER) {
            unansweredNs = nowNs;
        } else if (nowNs - unansweredNs >= rttNs) {
            due = GrantPacket.DEMAND;
        }
    }

    boolean isDue() {
        return due != NONE;
    }

    /** Returns the kind of message whose copy is due; it counts as gone. */
    int take() {
        int kind = due;
        due = NONE;
        return kind;
    }
}
