package org.urdma4j.codec.pcap;

import java.nio.ByteBuffer;

/**
 * What an Interface Description Block says about the packets that name it.
 *
 * @param snapLength captured bytes at most; 0 is no limit
 */
record PcapngInterface(int linkType, int snapLength, TimestampResolution resolution) {
    private static final int OPTIONS = 8;
    private static final int END_OF_OPTIONS = 0;
    private static final int IF_TSRESOL = 9;
    private static final int IF_TSOFFSET = 14;

    /**
     * Parses the block's body, in the byte order of its section.
     *
     * @return null when the options don't fit the body or have a wrong length
     */
    static PcapngInterface parse(ByteBuffer body) {
        TimestampResolution resolution = TimestampResolution.DEFAULT;
        for (int at = OPTIONS; at + 4 <= body.limit(); ) {
            int option = body.getShort(at) & 0xffff;
            int length = body.getShort(at + 2) & 0xffff;
            int value = at + 4;
            if (option == END_OF_OPTIONS) {
                break;
            }
            if (value + length > body.limit()) {
                return null;
            }
            if (option == IF_TSRESOL) {
                if (length != 1) {
                    return null;
                }
                resolution = new TimestampResolution(body.get(value), resolution.offsetSeconds());
            } else if (option == IF_TSOFFSET) {
                if (length != 8) {
                    return null;
                }
                resolution = new TimestampResolution(resolution.code(), body.getLong(value));
            }
            at = value + PcapngFormat.padded(length);
        }
        return new PcapngInterface(body.getShort(0) & 0xffff, body.getInt(4), resolution);
    }
}
