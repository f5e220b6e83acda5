package org.urdma4j.wan.frame;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Frames built from RFC 791, 8200, 768 and 9293 field by field, and checksums from RFC 1071 word by
 * word, so that what is under test has something to be held against.
 */
final class TestFrame {
    static final int PUSH_ACK = 0x18;
    static final int FIN_PUSH_ACK = 0x19;
    static final int ACK = 0x10;
    static final int CWR = 0x80;

    boolean ipv6;
    boolean udp;
    int identification = 0xfffe;
    int sequence = 0xffff_ff00;
    int tcpFlags = FIN_PUSH_ACK;
    byte[] payload = new byte[0];

    /** ECT(0). */
    int ecn = 2;

    /** 0 for one packet. */
    int gsoSize;

    int gsoFlag;

    static TestFrame of(boolean ipv6, boolean udp, int payloadBytes) {
        TestFrame frame = new TestFrame();
        frame.ipv6 = ipv6;
        frame.udp = udp;
        frame.payload = new byte[payloadBytes];
        for (int i = 0; i < payloadBytes; i++) {
            frame.payload[i] = (byte) (i * 31 + i / 256);
        }
        return frame;
    }

    /** Returns the same frame as it is behind a router that was congested. */
    TestFrame marked() {
        TestFrame marked = part(Math.max(1, payload.length), 0, 1);
        marked.gsoSize = gsoSize;
        marked.gsoFlag = gsoFlag;
        marked.ecn = 3;
        return marked;
    }

    /** Returns the frame of {@code count} of the packets, as a kernel would have built it. */
    TestFrame part(int size, int first, int count) {
        int packets = (payload.length + size - 1) / size;
        TestFrame part = new TestFrame();
        part.ipv6 = ipv6;
        part.udp = udp;
        part.identification = (identification + first) & 0xffff;
        part.sequence = sequence + first * size;
        part.tcpFlags = tcpFlags;
        part.ecn = ecn;
        if (first + count < packets) {
            part.tcpFlags &= ~0x09;
        }
        if (first > 0) {
            part.tcpFlags &= ~CWR;
        }
        part.payload =
                Arrays.copyOfRange(
                        payload, first * size, Math.min(payload.length, (first + count) * size));
        part.gsoSize = count > 1 ? size : 0;
        part.gsoFlag = count > 1 && first == 0 ? gsoFlag : 0;
        return part;
    }

    int networkBytes() {
        return ipv6 ? 40 : 20;
    }

    int headerBytes() {
        return 14 + networkBytes() + transportHeaderBytes();
    }

    private int transportHeaderBytes() {
        return udp ? 8 : 32;
    }

    /** Returns virtio header and frame, the checksum over the pseudo-header alone. */
    byte[] withPartialChecksum() {
        byte[] transport = transport();
        int at = udp ? 6 : 16;
        int sum = fold(sum(pseudoHeader(transport.length)));
        transport[at] = (byte) (sum >> 8);
        transport[at + 1] = (byte) sum;
        ByteBuffer virtio = ByteBuffer.allocate(10).order(ByteOrder.nativeOrder());
        int type = udp ? 5 : ipv6 ? 4 : 1;
        virtio.put((byte) 1).put((byte) (gsoSize == 0 ? 0 : type | gsoFlag));
        virtio.putShort((short) headerBytes()).putShort((short) gsoSize);
        virtio.putShort((short) (14 + networkBytes())).putShort((short) at);
        return concat(virtio.array(), ethernet(), network(transport.length), transport);
    }

    /** Returns the wire packet without virtio header, its checksum complete. */
    byte[] onTheWire() {
        byte[] transport = transport();
        int at = udp ? 6 : 16;
        int sum = ~fold(sum(pseudoHeader(transport.length)) + sum(transport)) & 0xffff;
        if (udp && sum == 0) {
            sum = 0xffff;
        }
        transport[at] = (byte) (sum >> 8);
        transport[at + 1] = (byte) sum;
        return concat(ethernet(), network(transport.length), transport);
    }

    private byte[] ethernet() {
        byte[] header = new byte[14];
        header[0] = 2;
        header[5] = 2;
        header[6] = 2;
        header[11] = 1;
        header[12] = (byte) (ipv6 ? 0x86 : 0x08);
        header[13] = (byte) (ipv6 ? 0xdd : 0x00);
        return header;
    }

    private byte[] network(int transportBytes) {
        ByteBuffer header = ByteBuffer.allocate(networkBytes());
        if (ipv6) {
            header.putInt(0x6001_2345 | ecn << 20).putShort((short) transportBytes);
            header.put((byte) (udp ? 17 : 6)).put((byte) 64).put(addresses());
            return header.array();
        }
        header.putShort((short) (0x4500 | ecn)).putShort((short) (20 + transportBytes));
        header.putShort((short) identification).putShort((short) 0x4000);
        header.put((byte) 64).put((byte) (udp ? 17 : 6)).putShort((short) 0).put(addresses());
        int checksum = ~fold(sum(header.array())) & 0xffff;
        return header.putShort(10, (short) checksum).array();
    }

    private byte[] addresses() {
        byte[] addresses = new byte[ipv6 ? 32 : 8];
        for (int i = 0; i < addresses.length; i++) {
            addresses[i] = (byte) (200 + i * 7);
        }
        return addresses;
    }

    private byte[] transport() {
        int header = transportHeaderBytes();
        ByteBuffer bytes = ByteBuffer.allocate(header + payload.length);
        bytes.putShort((short) 49152).putShort((short) 4791);
        if (udp) {
            bytes.putShort((short) (8 + payload.length)).putShort((short) 0);
        } else {
            bytes.putInt(sequence).putInt(0x0102_0304);
            bytes.put((byte) 0x80).put((byte) tcpFlags).putShort((short) 501);
            bytes.putInt(0).putInt(0x0101_080a).putInt(0x1111_2222).putInt(0x3333_4444);
        }
        return bytes.put(payload).array();
    }

    private byte[] pseudoHeader(int transportBytes) {
        ByteBuffer bytes = ByteBuffer.allocate(48).put(addresses());
        return bytes.putInt(transportBytes).putInt(udp ? 17 : 6).array();
    }

    private static int sum(byte[] bytes) {
        int sum = 0;
        for (int i = 0; i < bytes.length; i++) {
            sum += (bytes[i] & 0xff) << (i % 2 == 0 ? 8 : 0);
            sum = fold(sum);
        }
        return sum;
    }

    private static int fold(int sum) {
        int folded = sum;
        while (folded > 0xffff) {
            folded = (folded & 0xffff) + (folded >> 16);
        }
        return folded;
    }

    private static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
