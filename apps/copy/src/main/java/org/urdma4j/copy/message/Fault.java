package org.urdma4j.copy.message;

import org.urdma4j.copy.tree.DiskException;

/**
 * Why something wasn't done: what a disk says, and what an end does. Numbers are never given anew.
 */
public enum Fault {
    /** Anything else; the text says what. */
    OTHER(0),
    NOT_FOUND(1),
    NO_PERMISSION(2),
    NO_SPACE(3),
    READ_ONLY(4),
    BAD_NAME(5),
    SPECIAL(6),
    LINK(7),
    IS_DIRECTORY(8),
    NOT_DIRECTORY(9),
    NOT_EMPTY(10),
    EXISTS(11),
    CHANGED(12),
    CORRUPT(13),
    IN_USE(14),
    TOO_LARGE(15),
    TOO_MANY_OPEN(16),
    IO(17),
    /** More than the server takes of one peer, or of all. */
    LIMIT(18),
    /** Not known to this version. */
    UNSUPPORTED(19);

    private static final Fault[] ALL = values();

    private final int number;

    Fault(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    public static Fault of(DiskException.Kind kind) {
        for (Fault fault : ALL) {
            if (fault.name().equals(kind.name())) {
                return fault;
            }
        }
        return OTHER;
    }

    /** Returns the one of a number, {@link #OTHER} of one that isn't known. */
    static Fault of(int number) {
        for (Fault fault : ALL) {
            if (fault.number == number) {
                return fault;
            }
        }
        return OTHER;
    }
}
