package org.urdma4j.copy.message;

import java.util.Objects;

/**
 * How a pass over a tree goes, for both ends alike.
 *
 * @param kind what it is for
 * @param checksum whether content is compared by SHA-256, not by size and modification time
 * @param resume whether what an earlier copy has left is gone on with
 * @param force whether a folder gives way to a file or link with all that is in it
 */
public record PassOptions(Kind kind, boolean checksum, boolean resume, boolean force) {
    /** What passes are for. */
    public enum Kind {
        /** To copy. */
        COPY(0),
        /** To find out what a copy would do; nothing is written. */
        DRY_RUN(1),
        /** To compare what was copied, by content. */
        VERIFY(2),
        /** To tell what there is, so that what there isn't can be removed. */
        KEEP(3);

        private static final Kind[] ALL = values();

        private final int number;

        Kind(int number) {
            this.number = number;
        }
    }

    public PassOptions {
        Objects.requireNonNull(kind, "kind");
    }

    /** The same without force. */
    public PassOptions(Kind kind, boolean checksum, boolean resume) {
        this(kind, checksum, resume, false);
    }

    /** Returns whether digests of whole files are compared. */
    public boolean byContent() {
        return checksum || kind == Kind.VERIFY;
    }

    int bits() {
        return kind.number | (checksum ? 0x10 : 0) | (resume ? 0x20 : 0) | (force ? 0x40 : 0);
    }

    static PassOptions ofBits(int bits) throws MalformedMessageException {
        for (Kind kind : Kind.ALL) {
            if (kind.number == (bits & 0xf) && bits >> 7 == 0) {
                return new PassOptions(
                        kind, (bits & 0x10) != 0, (bits & 0x20) != 0, (bits & 0x40) != 0);
            }
        }
        throw new MalformedMessageException("no options of a pass: " + bits);
    }
}
