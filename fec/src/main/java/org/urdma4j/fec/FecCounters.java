package org.urdma4j.fec;

/** What a {@link FecDecoder} met since it was made. */
public final class FecCounters {
    long members;
    long repairs;
    long repaired;
    long duplicates;
    long unneeded;
    long refused;
    long corrupt;
    long evicted;
    long starved;

    FecCounters() {}

    /** Returns first transmissions that entered a group. */
    public long members() {
        return members;
    }

    /** Returns repair packets that entered a group, or found that nothing of theirs is missing. */
    public long repairs() {
        return repairs;
    }

    /** Returns members given back. */
    public long repaired() {
        return repaired;
    }

    /** Returns members and repair packets that had come before, or whose members were repaired. */
    public long duplicates() {
        return duplicates;
    }

    /** Returns members and repair packets of groups below what was forgotten. */
    public long unneeded() {
        return unneeded;
    }

    /** Returns packets whose group data is impossible, or contradicts their group's others. */
    public long refused() {
        return refused;
    }

    /** Returns decoded units that can't be a packet; nothing was given back. */
    public long corrupt() {
        return corrupt;
    }

    /** Returns groups dropped unfinished because groups or bytes were used up. */
    public long evicted() {
        return evicted;
    }

    /** Returns packets not entered because there was no memory, or they were older than all. */
    public long starved() {
        return starved;
    }
}
