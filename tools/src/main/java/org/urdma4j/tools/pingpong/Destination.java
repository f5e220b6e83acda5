package org.urdma4j.tools.pingpong;

import org.urdma4j.verbs.Gid;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One end, as the programs of rdma-core tell each other: text of 51 characters and a zero byte.
 *
 * @param lid 0 on RoCE
 * @param psn its first sequence number
 */
record Destination(int lid, int qpn, int psn, Gid gid) {
    /** Bytes of the text with the zero byte behind it. */
    static final int LENGTH = 52;

    private static final int HEX = 16;

    private static final Pattern TEXT =
            Pattern.compile("(\\p{XDigit}{4}):(\\p{XDigit}{6}):(\\p{XDigit}{6}):(\\p{XDigit}{32})");

    /**
     * Reads what {@link #text} writes.
     *
     * @throws IOException if it is something else; the message is a line for people
     */
    static Destination parse(String text) throws IOException {
        Matcher fields = TEXT.matcher(text);
        if (!fields.matches()) {
            throw new IOException(
                    "the peer doesn't speak as ibv_rc_pingpong does: it said \"%s\""
                            .formatted(text.replaceAll("\\P{Print}", "?")));
        }
        return new Destination(
                Integer.parseInt(fields.group(1), HEX),
                Integer.parseInt(fields.group(2), HEX),
                Integer.parseInt(fields.group(3), HEX),
                Gid.parse(fields.group(4)));
    }

    /** Returns the text without the zero byte. */
    String text() {
        return "%04x:%06x:%06x:%s".formatted(lid, qpn, psn, gid.toHexString());
    }

    /** Returns it as the programs of rdma-core print it. */
    @Override
    public String toString() {
        return "LID 0x%04x, QPN 0x%06x, PSN 0x%06x, GID %s".formatted(lid, qpn, psn, gid);
    }
}
