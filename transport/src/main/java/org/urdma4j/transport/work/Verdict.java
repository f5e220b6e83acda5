package org.urdma4j.transport.work;

import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.WcStatus;

/** What a check of the responder says of a request, and what follows from it. */
public enum Verdict {
    PASS(0, null, null),
    /** No receive is posted: asked to come back later. */
    NOT_READY(AethSyndrome.RNR_NAK, null, null),
    /** Not a request that may come here and now. */
    INVALID_REQUEST(AethSyndrome.NAK_INVALID_REQUEST, EventType.QP_REQ_ERR, WcStatus.WR_FLUSH_ERR),
    /** Longer than the receive it goes to. */
    TOO_LONG(AethSyndrome.NAK_INVALID_REQUEST, EventType.QP_REQ_ERR, WcStatus.LOC_LEN_ERR),
    /** Key, range or rights of the remote memory are wrong. */
    ACCESS_ERROR(
            AethSyndrome.NAK_REMOTE_ACCESS_ERROR, EventType.QP_ACCESS_ERR, WcStatus.WR_FLUSH_ERR),
    /** Something of ours is wrong: the memory of a receive, or memory that went away. */
    OPERATIONAL_ERROR(
            AethSyndrome.NAK_REMOTE_OPERATIONAL_ERROR, EventType.QP_FATAL, WcStatus.LOC_PROT_ERR);

    public final int syndrome;
    public final EventType event;

    /** How the receive that a SEND was taking completes; flushed unless it is at fault itself. */
    public final WcStatus receiveStatus;

    Verdict(int syndrome, EventType event, WcStatus receiveStatus) {
        this.syndrome = syndrome;
        this.event = event;
        this.receiveStatus = receiveStatus;
    }
}
