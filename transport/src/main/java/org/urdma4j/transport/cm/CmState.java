package org.urdma4j.transport.cm;

/**
 * Where a connection or a resolution stands (IBTA volume 1, 12.9.5, with the names of Linux). One
 * that is idle isn't kept, so there is no state for it; DREQ_RCVD is left in the same call that
 * enters it.
 */
public enum CmState {
    /** Asked; no answer yet. */
    REQ_SENT,
    /** Asked; the peer wants more time. */
    MRA_REQ_RCVD,
    /** Accepted by the peer; the application makes its queue pair ready. */
    REP_RCVD,
    /** The same; the peer was told to wait. */
    MRA_REP_SENT,
    /** Asked by the peer; the application decides. */
    REQ_RCVD,
    /** The same; the peer was told to wait. */
    MRA_REQ_SENT,
    /** Accepted; the peer hasn't said yet that it is ready. */
    REP_SENT,
    /** The same; the peer wants more time. */
    MRA_REP_RCVD,
    /** Both ends may send. */
    ESTABLISHED,
    /** Ended from here; no answer yet. */
    DREQ_SENT,
    /** Ended; its numbers aren't used again while packets may still be under way. */
    TIMEWAIT,
    /** Refused; kept to refuse the same message again. */
    REJ_SENT,
    /** Asked for a datagram service; no answer yet. */
    SIDR_REQ_SENT,
    /** Asked by the peer for a datagram service; the application decides. */
    SIDR_REQ_RCVD,
    /** Answered; kept to give the same answer again. */
    SIDR_REP_SENT
}
