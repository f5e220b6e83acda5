package org.urdma4j.tools.perftest;

import org.urdma4j.verbs.Gid;

import java.io.IOException;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What one end tells of its queue pair, in 107 characters of hexadecimal fields and a zero byte.
 *
 * @param outstandingReads READs that it has in flight, or takes, at a time
 * @param address of the memory that the peer may reach
 */
record Destination(int outstandingReads, int qpn, int psn, int rkey, long address, Gid gid) {
    /** Bytes of the record. */
    static final int LENGTH = 108;

    private static final Pattern FORM =
            Pattern.compile(
                    "[0-9a-f]{4}:([0-9a-f]{4}):([0-9a-f]{6}):([0-9a-f]{6}):([0-9a-f]{8}):"
                            + "([0-9a-f]{16}):((?:[0-9a-f]{2}:){16})[0-9a-f]{8}:");

    /** Returns it without the zero byte; the LID and the number of a shared receive queue are 0. */
    String text() {
        StringBuilder raw = new StringBuilder();
        for (byte one : gid.bytes()) {
            raw.append("%02x:".formatted(one));
        }
        return "0000:%04x:%06x:%06x:%08x:%016x:%s00000000:"
                .formatted(outstandingReads, qpn, psn, rkey, address, raw);
    }

    /** Reads what {@link #text} returns at the peer's. */
    static Destination parse(String text) throws IOException {
        Matcher fields = FORM.matcher(text);
        if (!fields.matches()) {
            throw new IOException("the peer says of its queue pair \"%s\"".formatted(text));
        }
        return new Destination(
                HexFormat.fromHexDigits(fields.group(1)),
                HexFormat.fromHexDigits(fields.group(2)),
                HexFormat.fromHexDigits(fields.group(3)),
                HexFormat.fromHexDigits(fields.group(4)),
                HexFormat.fromHexDigitsToLong(fields.group(5)),
                Gid.parse(fields.group(6).replace(":", "")));
    }

    String line(boolean keys) {
        return "LID 0000 QPN 0x%04x PSN 0x%06x%s\n GID: %s"
                .formatted(
                        qpn,
                        psn,
                        keys ? " RKey 0x%06x VAddr 0x%016x".formatted(rkey, address) : "",
                        gid);
    }
}
