package org.urdma4j.copy.message;

/** Types of messages on the wire. Numbers are never given anew. */
enum Frame {
    HELLO(0),
    WELCOME(1),
    PING(2),
    DONE(3),
    FAILED(4),
    STAT(5),
    FOUND(6),
    PUSH(7),
    PULL(8),
    FOLDER(9),
    LINK(10),
    OFFER(11),
    SAME(12),
    WANT(13),
    WHOLE(14),
    CHUNK(15),
    HOLE(16),
    END(17),
    ABANDON(18),
    KEEP(19),
    SKIPPED(20),
    TOTAL(21),
    OVER(22),
    FINISH(23),
    REMOVE_REST(24),
    REMOVED(25),
    LIST(26),
    LISTED(27),
    MAKE_FOLDER(28),
    REMOVE(29),
    RENAME(30),
    READ(31),
    PART(32),
    CREATE(33),
    WRITE(34),
    COMMIT(35),
    SET_ATTRIBUTES(36),
    MOVE(37),
    RESOLVE(38),
    RESOLVED(39),
    SELECT(40),
    SET_PRESERVE(41),
    PRESERVED(42),
    DESCRIBED(43),
    ACCOUNT(44),
    HARD_LINK(45),
    CHECKSUM(46),
    CHECKSUMMED(47),
    JOIN(48),
    LEND(49),
    TELL_OWNERS(50),
    OWNER(51),
    SET_OWNER(52);

    private static final Frame[] ALL = values();

    private final int number;

    Frame(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    static Frame of(int number) throws MalformedMessageException {
        for (Frame frame : ALL) {
            if (frame.number == number) {
                return frame;
            }
        }
        throw new MalformedMessageException("a message of the unknown type " + number);
    }
}
