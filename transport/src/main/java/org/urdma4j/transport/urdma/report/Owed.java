package org.urdma4j.transport.urdma.report;

/**
 * What one queue pair has to tell its peer besides data: a bit for each kind, set by what causes
 * it. Who sends looks at what is set, and asks nobody else. Confined to the event loop of the
 * shard.
 */
public final class Owed {
    public static final int NAK = 1;

    /** A report, which is due at a time that its {@link InboundSpace} knows. */
    public static final int REPORT_REQUESTS = 1 << 1;

    /** As {@link #REPORT_REQUESTS}, of the other space. */
    public static final int REPORT_ANSWERS = 1 << 2;

    /** A question for reports, as what was in one that was lost may hold something up. */
    public static final int QUESTION = 1 << 3;

    /** A question that any sign of life answers. */
    public static final int SIGN = 1 << 4;

    int kinds;

    /** Owes what {@code kind}, one of the constants, says. */
    public void add(int kind) {
        kinds |= kind;
    }

    public void remove(int kind) {
        kinds &= ~kind;
    }

    /** Owes it, or no more. */
    public void set(int kind, boolean due) {
        kinds = due ? kinds | kind : kinds & ~kind;
    }

    /** Returns whether {@code kind} is owed, or one of several. */
    public boolean has(int kind) {
        return (kinds & kind) != 0;
    }

    /** Returns whether nothing is owed. */
    public boolean isEmpty() {
        return kinds == 0;
    }
}
