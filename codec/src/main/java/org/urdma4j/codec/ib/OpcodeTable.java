package org.urdma4j.codec.ib;

import static org.urdma4j.codec.ib.Opcode.ABSENT;
import static org.urdma4j.codec.ib.Opcode.ACK;
import static org.urdma4j.codec.ib.Opcode.AETH;
import static org.urdma4j.codec.ib.Opcode.ATOMIC;
import static org.urdma4j.codec.ib.Opcode.ATOMIC_ACK_ETH;
import static org.urdma4j.codec.ib.Opcode.ATOMIC_ETH;
import static org.urdma4j.codec.ib.Opcode.ATOMIC_WRITE;
import static org.urdma4j.codec.ib.Opcode.COMPLETES_RECEIVE;
import static org.urdma4j.codec.ib.Opcode.CONGESTION;
import static org.urdma4j.codec.ib.Opcode.CONSUMES_RECEIVE;
import static org.urdma4j.codec.ib.Opcode.DETH;
import static org.urdma4j.codec.ib.Opcode.END;
import static org.urdma4j.codec.ib.Opcode.FETH;
import static org.urdma4j.codec.ib.Opcode.FLUSH;
import static org.urdma4j.codec.ib.Opcode.IETH;
import static org.urdma4j.codec.ib.Opcode.IMMEDIATE;
import static org.urdma4j.codec.ib.Opcode.MIDDLE;
import static org.urdma4j.codec.ib.Opcode.PAYLOAD;
import static org.urdma4j.codec.ib.Opcode.RC;
import static org.urdma4j.codec.ib.Opcode.READ;
import static org.urdma4j.codec.ib.Opcode.READ_RESPONSE;
import static org.urdma4j.codec.ib.Opcode.REQUEST;
import static org.urdma4j.codec.ib.Opcode.RESPONSE;
import static org.urdma4j.codec.ib.Opcode.RETH;
import static org.urdma4j.codec.ib.Opcode.SEND;
import static org.urdma4j.codec.ib.Opcode.START;
import static org.urdma4j.codec.ib.Opcode.UC;
import static org.urdma4j.codec.ib.Opcode.UD;
import static org.urdma4j.codec.ib.Opcode.WRITE;

import java.util.Arrays;
import java.util.List;

/**
 * Spreads the operations over their transports into arrays of 256, for {@link Opcode}. Lengths and
 * offsets of the headers follow from the flags, because their order on the wire is fixed.
 */
final class OpcodeTable {
    private static final int SIZE = 256;
    private static final int ONLY = START | END;
    private static final int SEND_DATA = SEND | REQUEST | PAYLOAD;
    private static final int WRITE_DATA = WRITE | REQUEST | PAYLOAD;
    private static final int READ_DATA = READ_RESPONSE | RESPONSE | PAYLOAD;
    private static final int TAKE = CONSUMES_RECEIVE;
    private static final int COMPLETE = COMPLETES_RECEIVE;

    /** An operation of one or more transports. */
    private record Operation(int number, String name, int transports, int flags) {}

    /** The number space of a transport, and the headers all its packets carry. */
    private record Transport(int flag, String prefix, int base, int headers) {}

    /** An extended header; the list below is in the order of the wire. */
    private record Header(int flag, int length) {}

    private static final List<Transport> TRANSPORTS =
            List.of(
                    new Transport(RC, "RC_", 0x00, 0),
                    new Transport(UC, "UC_", 0x20, 0),
                    new Transport(UD, "UD_", 0x60, DETH));

    private static final List<Header> HEADERS =
            List.of(
                    new Header(FETH, Feth.LENGTH),
                    new Header(DETH, Deth.LENGTH),
                    new Header(RETH, Reth.LENGTH),
                    new Header(ATOMIC_ETH, AtomicEth.LENGTH),
                    new Header(AETH, Aeth.LENGTH),
                    new Header(ATOMIC_ACK_ETH, AtomicAckEth.LENGTH),
                    new Header(IMMEDIATE, ImmDt.LENGTH),
                    new Header(IETH, Ieth.LENGTH),
                    new Header(CONGESTION, Cnp.LENGTH));

    private static final List<Operation> OPERATIONS =
            List.of(
                    op(0x00, "SEND_FIRST", RC | UC, SEND_DATA | START | TAKE),
                    op(0x01, "SEND_MIDDLE", RC | UC, SEND_DATA | MIDDLE),
                    op(0x02, "SEND_LAST", RC | UC, SEND_DATA | END | COMPLETE),
                    op(
                            0x03,
                            "SEND_LAST_WITH_IMMEDIATE",
                            RC | UC,
                            SEND_DATA | END | COMPLETE | IMMEDIATE),
                    op(0x04, "SEND_ONLY", RC | UC | UD, SEND_DATA | ONLY | TAKE | COMPLETE),
                    op(
                            0x05,
                            "SEND_ONLY_WITH_IMMEDIATE",
                            RC | UC | UD,
                            SEND_DATA | ONLY | TAKE | COMPLETE | IMMEDIATE),
                    op(0x06, "RDMA_WRITE_FIRST", RC | UC, WRITE_DATA | START | RETH),
                    op(0x07, "RDMA_WRITE_MIDDLE", RC | UC, WRITE_DATA | MIDDLE),
                    op(0x08, "RDMA_WRITE_LAST", RC | UC, WRITE_DATA | END),
                    op(
                            0x09,
                            "RDMA_WRITE_LAST_WITH_IMMEDIATE",
                            RC | UC,
                            WRITE_DATA | END | TAKE | COMPLETE | IMMEDIATE),
                    op(0x0a, "RDMA_WRITE_ONLY", RC | UC, WRITE_DATA | ONLY | RETH),
                    op(
                            0x0b,
                            "RDMA_WRITE_ONLY_WITH_IMMEDIATE",
                            RC | UC,
                            WRITE_DATA | ONLY | RETH | TAKE | COMPLETE | IMMEDIATE),
                    op(0x0c, "RDMA_READ_REQUEST", RC, READ | REQUEST | ONLY | RETH),
                    op(0x0d, "RDMA_READ_RESPONSE_FIRST", RC, READ_DATA | START | AETH),
                    op(0x0e, "RDMA_READ_RESPONSE_MIDDLE", RC, READ_DATA | MIDDLE),
                    op(0x0f, "RDMA_READ_RESPONSE_LAST", RC, READ_DATA | END | AETH),
                    op(0x10, "RDMA_READ_RESPONSE_ONLY", RC, READ_DATA | ONLY | AETH),
                    op(0x11, "ACKNOWLEDGE", RC, ACK | RESPONSE | ONLY | AETH),
                    op(
                            0x12,
                            "ATOMIC_ACKNOWLEDGE",
                            RC,
                            ACK | RESPONSE | ONLY | AETH | ATOMIC_ACK_ETH),
                    op(0x13, "COMPARE_SWAP", RC, ATOMIC | REQUEST | ONLY | ATOMIC_ETH),
                    op(0x14, "FETCH_ADD", RC, ATOMIC | REQUEST | ONLY | ATOMIC_ETH),
                    op(0x16, "SEND_LAST_WITH_INVALIDATE", RC, SEND_DATA | END | COMPLETE | IETH),
                    op(
                            0x17,
                            "SEND_ONLY_WITH_INVALIDATE",
                            RC,
                            SEND_DATA | ONLY | TAKE | COMPLETE | IETH),
                    op(0x1c, "FLUSH", RC, FLUSH | REQUEST | ONLY | FETH | RETH),
                    op(0x1d, "ATOMIC_WRITE", RC, ATOMIC_WRITE | REQUEST | ONLY | PAYLOAD | RETH));

    private final int[] flags = new int[SIZE];
    private final String[] names = new String[SIZE];

    OpcodeTable() {
        for (int opcode = 0; opcode < SIZE; opcode++) {
            String kind = Opcode.manufacturer(opcode) ? "MANUFACTURER" : "UNKNOWN";
            names[opcode] = "%s_0x%02X".formatted(kind, opcode);
        }
        for (Transport transport : TRANSPORTS) {
            for (Operation operation : OPERATIONS) {
                if ((operation.transports & transport.flag) != 0) {
                    add(
                            transport.base + operation.number,
                            transport.prefix + operation.name,
                            operation.flags | transport.flag | transport.headers);
                }
            }
        }
        add(Opcode.CNP, "CNP", CONGESTION);
    }

    int[] flags() {
        return flags;
    }

    String[] names() {
        return names;
    }

    byte[] headerLengths() {
        byte[] lengths = new byte[SIZE];
        for (int opcode = 0; opcode < SIZE; opcode++) {
            lengths[opcode] = (byte) lengthUpTo(HEADERS.size(), flags[opcode]);
        }
        return lengths;
    }

    byte[] offsets(int headerFlag) {
        int index = indexOf(headerFlag);
        byte[] offsets = new byte[SIZE];
        Arrays.fill(offsets, (byte) ABSENT);
        for (int opcode = 0; opcode < SIZE; opcode++) {
            if ((flags[opcode] & headerFlag) != 0) {
                offsets[opcode] = (byte) lengthUpTo(index, flags[opcode]);
            }
        }
        return offsets;
    }

    private void add(int opcode, String name, int opcodeFlags) {
        flags[opcode] = opcodeFlags;
        names[opcode] = name;
    }

    private static int indexOf(int headerFlag) {
        int index = 0;
        while (HEADERS.get(index).flag != headerFlag) {
            index++;
        }
        return index;
    }

    /** Length of the BTH and those of the first {@code count} extended headers that are there. */
    private static int lengthUpTo(int count, int opcodeFlags) {
        int length = Bth.LENGTH;
        for (Header header : HEADERS.subList(0, count)) {
            if ((opcodeFlags & header.flag) != 0) {
                length += header.length;
            }
        }
        return length;
    }

    private static Operation op(int number, String name, int transports, int flags) {
        return new Operation(number, name, transports, flags);
    }
}
