package org.urdma4j.codec.ib;

/**
 * The opcodes of the BTH and what each means: which headers follow, where they stand, what part of
 * a message the packet is (IBTA volume 1, 9.2 and 9.4). All of it is data, looked up by the opcode
 * byte; nothing outside asks for single opcodes except to write them.
 *
 * <p>Lookups use the low eight bits of their argument, so they never fail. Unknown opcodes, among
 * them the manufacturer's range from 0xC0 and the transports RD and XRC, have no flags, the header
 * length of the BTH, and no extended header. Safe from any thread.
 */
public final class Opcode {
    public static final int RC_SEND_FIRST = 0x00;
    public static final int RC_SEND_MIDDLE = 0x01;
    public static final int RC_SEND_LAST = 0x02;
    public static final int RC_SEND_LAST_WITH_IMMEDIATE = 0x03;
    public static final int RC_SEND_ONLY = 0x04;
    public static final int RC_SEND_ONLY_WITH_IMMEDIATE = 0x05;
    public static final int RC_RDMA_WRITE_FIRST = 0x06;
    public static final int RC_RDMA_WRITE_MIDDLE = 0x07;
    public static final int RC_RDMA_WRITE_LAST = 0x08;
    public static final int RC_RDMA_WRITE_LAST_WITH_IMMEDIATE = 0x09;
    public static final int RC_RDMA_WRITE_ONLY = 0x0a;
    public static final int RC_RDMA_WRITE_ONLY_WITH_IMMEDIATE = 0x0b;
    public static final int RC_RDMA_READ_REQUEST = 0x0c;
    public static final int RC_RDMA_READ_RESPONSE_FIRST = 0x0d;
    public static final int RC_RDMA_READ_RESPONSE_MIDDLE = 0x0e;
    public static final int RC_RDMA_READ_RESPONSE_LAST = 0x0f;
    public static final int RC_RDMA_READ_RESPONSE_ONLY = 0x10;
    public static final int RC_ACKNOWLEDGE = 0x11;
    public static final int RC_ATOMIC_ACKNOWLEDGE = 0x12;
    public static final int RC_COMPARE_SWAP = 0x13;
    public static final int RC_FETCH_ADD = 0x14;
    public static final int RC_SEND_LAST_WITH_INVALIDATE = 0x16;
    public static final int RC_SEND_ONLY_WITH_INVALIDATE = 0x17;
    public static final int RC_FLUSH = 0x1c;
    public static final int RC_ATOMIC_WRITE = 0x1d;

    public static final int UC_SEND_FIRST = 0x20;
    public static final int UC_SEND_MIDDLE = 0x21;
    public static final int UC_SEND_LAST = 0x22;
    public static final int UC_SEND_LAST_WITH_IMMEDIATE = 0x23;
    public static final int UC_SEND_ONLY = 0x24;
    public static final int UC_SEND_ONLY_WITH_IMMEDIATE = 0x25;
    public static final int UC_RDMA_WRITE_FIRST = 0x26;
    public static final int UC_RDMA_WRITE_MIDDLE = 0x27;
    public static final int UC_RDMA_WRITE_LAST = 0x28;
    public static final int UC_RDMA_WRITE_LAST_WITH_IMMEDIATE = 0x29;
    public static final int UC_RDMA_WRITE_ONLY = 0x2a;
    public static final int UC_RDMA_WRITE_ONLY_WITH_IMMEDIATE = 0x2b;

    public static final int UD_SEND_ONLY = 0x64;
    public static final int UD_SEND_ONLY_WITH_IMMEDIATE = 0x65;

    /** Congestion notification packet. */
    public static final int CNP = 0x81;

    /** The first opcode left to manufacturers; they end with 0xFF. */
    public static final int MANUFACTURER_FIRST = 0xc0;

    /** Flag: first packet of a message, or its only one. */
    public static final int START = 1;

    /** Flag: neither the first nor the last packet of its message. */
    public static final int MIDDLE = 1 << 1;

    /** Flag: last packet of a message, or its only one. */
    public static final int END = 1 << 2;

    /** Flag: SEND of any form. */
    public static final int SEND = 1 << 3;

    /** Flag: RDMA WRITE of any form, not ATOMIC_WRITE. */
    public static final int WRITE = 1 << 4;

    /** Flag: the READ request. */
    public static final int READ = 1 << 5;

    /** Flag: answer to a READ request. */
    public static final int READ_RESPONSE = 1 << 6;

    /** Flag: COMPARE_SWAP or FETCH_ADD. */
    public static final int ATOMIC = 1 << 7;

    /** Flag: ACKNOWLEDGE or ATOMIC_ACKNOWLEDGE, positive or not. */
    public static final int ACK = 1 << 8;

    /** Flag: FLUSH. */
    public static final int FLUSH = 1 << 9;

    /** Flag: ATOMIC_WRITE. */
    public static final int ATOMIC_WRITE = 1 << 10;

    /** Flag: congestion notification. */
    public static final int CONGESTION = 1 << 11;

    /** Flag: from requester to responder. */
    public static final int REQUEST = 1 << 12;

    /** Flag: from responder to requester. */
    public static final int RESPONSE = 1 << 13;

    /** Flag: payload may follow the headers. */
    public static final int PAYLOAD = 1 << 14;

    /** Flag: the packet at which the responder takes the message's receive work request. */
    public static final int CONSUMES_RECEIVE = 1 << 15;

    /** Flag: the packet that completes the message's receive work request. */
    public static final int COMPLETES_RECEIVE = 1 << 16;

    /** Flag: carries a {@link Feth}. */
    public static final int FETH = 1 << 17;

    /** Flag: carries a {@link Deth}. */
    public static final int DETH = 1 << 18;

    /** Flag: carries a {@link Reth}. */
    public static final int RETH = 1 << 19;

    /** Flag: carries an {@link AtomicEth}. */
    public static final int ATOMIC_ETH = 1 << 20;

    /** Flag: carries an {@link Aeth}. */
    public static final int AETH = 1 << 21;

    /** Flag: carries an {@link AtomicAckEth}. */
    public static final int ATOMIC_ACK_ETH = 1 << 22;

    /** Flag: carries an {@link ImmDt}. */
    public static final int IMMEDIATE = 1 << 23;

    /** Flag: carries an {@link Ieth}. */
    public static final int IETH = 1 << 24;

    /** Flag: invalidates a key at the receiver; the same as {@link #IETH}. */
    public static final int INVALIDATE = IETH;

    /** Flag: reliable connection. */
    public static final int RC = 1 << 25;

    /** Flag: unreliable connection. */
    public static final int UC = 1 << 26;

    /** Flag: unreliable datagram. */
    public static final int UD = 1 << 27;

    /** Offset of a header that the packet doesn't have. */
    public static final int ABSENT = -1;

    private static final OpcodeTable TABLE = new OpcodeTable();
    private static final int[] FLAGS = TABLE.flags();
    private static final String[] NAMES = TABLE.names();
    private static final byte[] HEADER_LENGTH = TABLE.headerLengths();
    private static final byte[] FETH_OFFSET = TABLE.offsets(FETH);
    private static final byte[] DETH_OFFSET = TABLE.offsets(DETH);
    private static final byte[] RETH_OFFSET = TABLE.offsets(RETH);
    private static final byte[] ATOMIC_ETH_OFFSET = TABLE.offsets(ATOMIC_ETH);
    private static final byte[] AETH_OFFSET = TABLE.offsets(AETH);
    private static final byte[] ATOMIC_ACK_ETH_OFFSET = TABLE.offsets(ATOMIC_ACK_ETH);
    private static final byte[] IMMEDIATE_OFFSET = TABLE.offsets(IMMEDIATE);
    private static final byte[] IETH_OFFSET = TABLE.offsets(IETH);
    private static final byte[] CNP_OFFSET = TABLE.offsets(CONGESTION);

    private Opcode() {}

    /** Tells whether the table has the opcode. */
    public static boolean known(int opcode) {
        return FLAGS[opcode & 0xff] != 0;
    }

    /** Tells whether the opcode is left to manufacturers. */
    public static boolean manufacturer(int opcode) {
        return (opcode & 0xff) >= MANUFACTURER_FIRST;
    }

    /** Returns the name of the constant, or one made of the hexadecimal number. */
    public static String name(int opcode) {
        return NAMES[opcode & 0xff];
    }

    /** Returns the sum of the opcode's flags, 0 if it is unknown. */
    public static int flags(int opcode) {
        return FLAGS[opcode & 0xff];
    }

    /** Returns the bytes of BTH and extended headers; the payload begins there. */
    public static int headerLength(int opcode) {
        return HEADER_LENGTH[opcode & 0xff];
    }

    /** Returns where the FETH begins, from the BTH, or {@link #ABSENT}. */
    public static int fethOffset(int opcode) {
        return FETH_OFFSET[opcode & 0xff];
    }

    /** Returns where the DETH begins, from the BTH, or {@link #ABSENT}. */
    public static int dethOffset(int opcode) {
        return DETH_OFFSET[opcode & 0xff];
    }

    /** Returns where the RETH begins, from the BTH, or {@link #ABSENT}. */
    public static int rethOffset(int opcode) {
        return RETH_OFFSET[opcode & 0xff];
    }

    /** Returns where the AtomicETH begins, from the BTH, or {@link #ABSENT}. */
    public static int atomicEthOffset(int opcode) {
        return ATOMIC_ETH_OFFSET[opcode & 0xff];
    }

    /** Returns where the AETH begins, from the BTH, or {@link #ABSENT}. */
    public static int aethOffset(int opcode) {
        return AETH_OFFSET[opcode & 0xff];
    }

    /** Returns where the AtomicAckETH begins, from the BTH, or {@link #ABSENT}. */
    public static int atomicAckEthOffset(int opcode) {
        return ATOMIC_ACK_ETH_OFFSET[opcode & 0xff];
    }

    /** Returns where the immediate data begin, from the BTH, or {@link #ABSENT}. */
    public static int immediateOffset(int opcode) {
        return IMMEDIATE_OFFSET[opcode & 0xff];
    }

    /** Returns where the IETH begins, from the BTH, or {@link #ABSENT}. */
    public static int iethOffset(int opcode) {
        return IETH_OFFSET[opcode & 0xff];
    }

    /** Returns where the reserved bytes of a CNP begin, from the BTH, or {@link #ABSENT}. */
    public static int cnpOffset(int opcode) {
        return CNP_OFFSET[opcode & 0xff];
    }
}
