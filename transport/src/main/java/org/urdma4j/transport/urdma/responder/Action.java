package org.urdma4j.transport.urdma.responder;

import org.urdma4j.transport.work.Verdict;

/** What is done when every packet before a certain one has arrived. Pooled and reused. */
final class Action {
    /** What there is to do. */
    enum Kind {
        /** The first of several packets of a WRITE, which alone tells the length of the whole. */
        BEGIN_WRITE,
        /** A SEND has arrived whole: its receive completes. */
        COMPLETE_SEND,
        /** A WRITE with immediate data has arrived whole: it takes a receive, which completes. */
        COMPLETE_WRITE,
        READ,
        COMPARE_SWAP,
        FETCH_ADD,
        /** The packet was found unacceptable. */
        REFUSE
    }

    long psn;
    Kind kind;
    Verdict verdict;
    long address;
    int key;
    long length;

    /** Whether {@link #length} is that of the message, not of its last packet. */
    boolean whole;

    int number;
    long compare;
    long swapAdd;
    int immediate;
    int flags;
    boolean solicited;

    /** The next that is free, where this one is. */
    Action spare;

    /** Returns whether it is answered with data. */
    boolean answered() {
        return kind == Kind.READ || kind == Kind.COMPARE_SWAP || kind == Kind.FETCH_ADD;
    }
}
