package org.urdma4j.copy.message;

import org.urdma4j.copy.tree.DiskException;

/**
 * Why something wasn't done: what a disk says, and what an end does. The numbers on the wire are
 * the ordinals, so constants are only ever appended.
 */
public enum Fault {
    /** Anything else; the text says what. */
    OTHER,
    NOT_FOUND,
    NO_PERMISSION,
    NO_SPACE,
    READ_ONLY,
    BAD_NAME,
    SPECIAL,
    LINK,
    IS_DIRECTORY,
    NOT_DIRECTORY,
    NOT_EMPTY,
    EXISTS,
    CHANGED,
    CORRUPT,
    IN_USE,
    TOO_LARGE,
    TOO_MANY_OPEN,
    IO,
    /** More than the server takes of one peer, or of all. */
    LIMIT,
    /** Not known to this version. */
    UNSUPPORTED;

    private static final Fault[] ALL = values();

    /** Returns what a disk has said. */
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
        return number >= 0 && number < ALL.length ? ALL[number] : OTHER;
    }
}
