package org.urdma4j.codec.urdma;

/** What {@link OfferRecord#status} says of bytes that may be an offer. */
public enum OfferStatus {
    /** {@link OfferRecord#decode} returns it. */
    OK,

    /** There is none: no magic number, or too few bytes. The peer speaks the Standard profile. */
    ABSENT,

    /** The check is wrong. */
    DAMAGED,

    /** A version that this code doesn't know: the Standard profile is used. */
    NOT_UNDERSTOOD,

    /** A value that the format forbids, though the check is right. */
    INVALID
}
