package org.urdma4j.copy.message;

/** Types of messages on the wire. The numbers are the ordinals: only ever append. */
enum Frame {
    HELLO,
    WELCOME,
    PING,
    DONE,
    FAILED,
    STAT,
    FOUND,
    PUSH,
    PULL,
    FOLDER,
    LINK,
    OFFER,
    SAME,
    WANT,
    WHOLE,
    CHUNK,
    HOLE,
    END,
    ABANDON,
    KEEP,
    SKIPPED,
    TOTAL,
    OVER,
    FINISH,
    REMOVE_REST,
    REMOVED,
    LIST,
    LISTED,
    MAKE_FOLDER,
    REMOVE,
    RENAME,
    READ,
    PART;

    private static final Frame[] ALL = values();

    static Frame of(int number) throws MalformedMessageException {
        if (number >= ALL.length) {
            throw new MalformedMessageException("a message of the unknown type " + number);
        }
        return ALL[number];
    }
}
