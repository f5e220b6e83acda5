package org.urdma4j.gateway.packet;

/** What a gateway has counted since its start. Live; read by the thread that runs the gateway. */
public final class GatewayCounters {
    /** MARKs sent. */
    public long marks;

    /** STATUSes sent. */
    public long statuses;

    /** NACKs sent to hosts. */
    public long nacks;

    /** Copies sent again over the long link. */
    public long resent;

    /** Copies that were not taken because the pool was full. */
    public long notCopied;

    /** Packets that a host sent again and that went no further, as nothing of them was missing. */
    public long filtered;

    /** Packets held behind a hole. */
    public long held;

    /** Packets dropped behind a hole, for which the pool had no room. */
    public long noRoom;

    /** Packets dropped that had come before. */
    public long duplicates;

    /** NAKs of a host that were answered here. */
    public long naksAnswered;

    /** Packets given to a host a second time from the backup. */
    public long releasedAgain;

    /** Holes given up. */
    public long givenUp;

    /** Packets dropped because of a wrong ICRC. */
    public long wrongIcrc;

    /** Messages of another gateway that were taken. */
    public long messages;

    /** Messages of another gateway that were damaged, or not understood. */
    public long badMessages;

    /** Messages of another version. */
    public long otherVersion;

    /** Messages with a code of another key, or with one where there is no key here. */
    public long otherKey;

    /** Messages without a code where there is a key here. */
    public long withoutKey;

    /** Messages with a right code that had come before. */
    public long replayed;

    /** Flows that found no room in the table, counted by packets. */
    public long withoutFlow;

    /** Parities sent over the long link. */
    public long repairs;

    /** Packets put together again from parities. */
    public long repaired;

    /** Packets put together from parities that were none, or had a wrong ICRC. */
    public long wronglyRepaired;

    /** RC packets that were too long for a parity to fit the link's MTU. */
    public long unprotected;

    /** Most bytes that were held behind holes at once. */
    public long reorderBytesMax;

    /** Most bytes that were kept after they had been forwarded to a host. */
    public long backupBytesMax;

    /** Most bytes of copies at once. */
    public long copyBytesMax;
}
