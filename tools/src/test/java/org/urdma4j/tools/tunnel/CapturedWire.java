package org.urdma4j.tools.tunnel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a capture of Ethernet frames has, by what pcap files and IPv4 are, without any of our
 * decoders.
 *
 * @param cells bytes of UDP payloads to port 4791, and how many there are of each length
 * @param others what is neither such nor TCP of that port nor ARP nor ICMPv6 nor a kernel's word
 *     that nobody listens for a cell any more: an end that stops may have some under way to it
 */
record CapturedWire(Map<Integer, Integer> cells, int others) {
    private static final int FILE_HEADER = 24;
    private static final int RECORD_HEADER = 16;
    private static final int PORT = 4791;

    static CapturedWire read(Path file) throws IOException {
        ByteBuffer b = ByteBuffer.wrap(Files.readAllBytes(file));
        b.order(
                (b.getInt(0) & 0xff) == 0xa1 || (b.getInt(0) >>> 24) == 0xa1
                        ? ByteOrder.BIG_ENDIAN
                        : ByteOrder.LITTLE_ENDIAN);
        Map<Integer, Integer> cells = new TreeMap<>();
        int others = 0;
        int at = FILE_HEADER;
        while (at + RECORD_HEADER <= b.limit()) {
            int length = b.getInt(at + 8);
            at += RECORD_HEADER;
            byte[] frame = new byte[length];
            b.get(at, frame);
            at += length;
            others += judge(ByteBuffer.wrap(frame), cells);
        }
        return new CapturedWire(cells, others);
    }

    private static int judge(ByteBuffer frame, Map<Integer, Integer> cells) {
        int type = Short.toUnsignedInt(frame.getShort(12));
        if (type == 0x0806 || (type == 0x86dd && frame.get(20) != 17 && frame.get(20) != 6)) {
            return 0;
        }
        int protocol = frame.get(23);
        if (type == 0x0800 && protocol == 1 && isOfCellToClosedPort(frame)) {
            return 0;
        }
        if (type != 0x0800 || frame.get(14) != 0x45 || (protocol != 6 && protocol != 17)) {
            return 1;
        }
        int from = Short.toUnsignedInt(frame.getShort(34));
        int to = Short.toUnsignedInt(frame.getShort(36));
        if (protocol == 6) {
            return from == PORT || to == PORT ? 0 : 1;
        }
        if (from != PORT || to != PORT) {
            return 1;
        }
        cells.merge(Short.toUnsignedInt(frame.getShort(38)) - 8, 1, Integer::sum);
        return 0;
    }

    /** RFC 792: type 3, code 3, then the IP header that it is about and eight octets. */
    private static boolean isOfCellToClosedPort(ByteBuffer frame) {
        return frame.getShort(34) == 0x0303
                && frame.get(42) == 0x45
                && frame.get(51) == 17
                && Short.toUnsignedInt(frame.getShort(62)) == PORT
                && Short.toUnsignedInt(frame.getShort(64)) == PORT;
    }
}
