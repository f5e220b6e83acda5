package org.urdma4j.transport.urdma.report;

import org.urdma4j.transport.counter.Counter;

/** What {@link InboundSpace#admit} says of a request or an answer. */
public enum Admission {
    /** To be taken. */
    NEW(null),

    /** Has arrived before. */
    DUPLICATE(null),

    /** Its clocks aren't the peer's and ours. */
    WRONG_PEER(Counter.DROPPED_WRONG_PEER),

    /** The peer can't have sent it yet. */
    BEYOND(Counter.OUT_OF_SEQ_REQUEST),

    /** From before the first, when nothing has come at all. */
    NEVER_SENT(Counter.DUPLICATE_REQUEST),

    /** Was on its way for so long that its number may stand for another one by now. */
    STALE(Counter.DUPLICATE_REQUEST);

    /** Why it is dropped, null if it is taken. */
    public final Counter refusal;

    Admission(Counter refusal) {
        this.refusal = refusal;
    }
}
